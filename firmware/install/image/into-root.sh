#!/bin/sh
# Installs this clone, as it was last committed, into the root of a system that is being made: $1.
# What `sudo make update` fetches later comes from where this clone came from.
set -eu
clone=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
origin=$(git -C "$clone" config --get remote.origin.url || echo "$clone")
source=usr/local/src/coyote-table

git clone --quiet --no-hardlinks "$clone" "$1/$source"
git -C "$1/$source" remote set-url origin "$origin"
chroot "$1" make --directory="/$source" install

# The bus of the display, which raspi-config would switch on where a Pi runs.
echo i2c-dev >"$1/etc/modules-load.d/coyote-table.conf"
config=$1/boot/firmware/config.txt
if [ -e "$config" ] && ! grep -q '^dtparam=i2c_arm=on' "$config"; then
    printf '\n[all]\ndtparam=i2c_arm=on\n' >>"$config"
fi
