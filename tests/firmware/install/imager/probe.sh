# Tells on the serial line what became of a card at its first start, and switches the machine off.
say() { printf 'TOLD %s: %s\n' "$1" "$2" >/dev/ttyAMA0; }
wait_for() { n=0; until eval "$1"; do n=$((n + 1)); [ $n -lt 300 ] || return 1; sleep 3; done; }
page() { python3 -c "import urllib.request as u; print(u.urlopen('http://$1/', timeout=60).status)" 2>&1 | tail -1; }

wait_for 'systemctl is-active --quiet coyote-table'
say table "$(systemctl is-active coyote-table)"
wait_for '! systemctl is-enabled --quiet coyote-table-first.service'
say first "$(systemctl show -p Result --value coyote-table-first)"
wait_for 'nmcli -t -f NAME connection show --active | grep -qx coyote-table'
say active "$(nmcli -t -f NAME,DEVICE connection show --active | tr '\n' ' ')"
say heard "$(iw dev wlan1 scan 2>&1 | grep SSID: | sort -u | tr '\n' ' ')"
say page "$(page 127.0.0.1)"
say portal "$(page 10.42.0.1)"
wait_for 'cloud-init status | grep -q done'
say shown "$(sed 's/password .*/password …/' /etc/issue.d/coyote-table.issue | tr '\n' ' ')"
say kept "$(cmp /etc/issue.d/coyote-table.issue /boot/firmware/coyote-table.txt && echo alike)"
say cloud "$(cloud-init status | head -1)"
say name "$(hostname)"
say users "$(awk -F: '$3 >= 1000 && $3 < 60000 { print $1 }' /etc/passwd | tr '\n' ' ')"
say groups "$(id -nG anna)"
say sudo "$(su anna -c 'sudo -n true' 2>&1 | tail -1)"
say ssh "$(systemctl is-active ssh)"
say root_mb "$(df -m --output=size / | tail -1)"
say updates "$(git -C /usr/local/src/coyote-table config remote.origin.url)"
say failed "$(systemctl --failed --plain --no-legend | tr '\n' ' ')"
say end .
systemctl poweroff
