#!/bin/sh
# Installs this clone, as it was last committed, into the root of a system that is being made: $1.
# `sudo make update` in it fetches later from the project's address, or from where this clone came from.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
clone=$(git -C "$here" rev-parse --show-toplevel)
origin=$(cd "$clone" && python3 -B -m firmware.install.address)
source=usr/local/src/coyote-table

if [ -z "$origin" ]; then
    origin=$(git -C "$clone" config --get remote.origin.url || echo "$clone")
    echo "Coyote Table: the project has no public address, so a card with this image looks for updates in $origin." >&2
fi

git clone --quiet --no-hardlinks "$clone" "$1/$source"
git -C "$1/$source" remote set-url origin "$origin"
chroot "$1" make --directory="/$source" install ARGS="--port 80"
# The installer saw no Pi here, but this will be one.
if chroot "$1" dpkg-query --show python3-lgpio >/dev/null 2>&1; then
    sed -i 's/--gpio auto/--gpio gpio/' "$1/etc/default/coyote-table"
fi

# What the system is told besides: settings of cloud-init and NetworkManager, the display's bus, and the unit of the first start.
cp --recursive "$here/root/." "$1/"
chmod 600 "$1/etc/netplan/00-coyote-table.yaml"
chroot "$1" systemctl --quiet preset coyote-table-first.service ssh.service systemd-networkd.service
# The network's devices keep the kernel's names, which Imager uses.
rm -f "$1"/etc/systemd/network/*.network
ln -sf /dev/null "$1/etc/systemd/network/99-default.link"
ln -sf /dev/null "$1/etc/systemd/network/73-usb-net-by-mac.link"
config=$1/boot/firmware/config.txt
if [ -e "$config" ] && ! grep -q '^dtparam=i2c_arm=on' "$config"; then
    printf '\n[all]\ndtparam=i2c_arm=on\n' >>"$config"
fi
