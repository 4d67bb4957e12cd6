"""Keeps a table running through failures.

This package takes threads to run, failed starts and the journal's size. It restarts threads, starts
safe mode, keeps the journal within a limit, and sends systemd's heartbeat.
"""
