#!/bin/sh
# Make what the nodes of deploy/compose.yaml share, into the folder that is named: once, by root. What is there stays.
# HOUSE and GRAFANA are the users in the containers. A container sees a secret with the owner that it has here.
set -eu
folder=${1:-$(dirname "$0")/../secrets}
house=${HOUSE:-970:970}
grafana=${GRAFANA:-472:0}
umask 077
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"
if [ -e house-secret ]; then
    echo "There are secrets in $folder already; they stay as they are." >&2
    exit 1
fi

word() { openssl rand -hex 24; }

# A certificate of `$1` for the name `$2`, which `authority` vouches for.
certify() {
    openssl req -newkey rsa:2048 -nodes -subj "/CN=$2" -keyout "$1-key" -out "$1.csr" 2>/dev/null
    printf 'subjectAltName=DNS:%s\n' "$2" > "$1.ext"
    openssl x509 -req -in "$1.csr" -CA authority -CAkey authority-key -CAcreateserial -days 825 \
        -extfile "$1.ext" -out "$1" 2>/dev/null
    rm "$1.csr" "$1.ext"
}

openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj "/CN=Cardroom nodes" \
    -keyout authority-key -out authority 2>/dev/null
certify nats-certificate nats
# To try it: players want one of the name that they connect to, from somebody whom their devices trust.
certify certificate "${NAME:-localhost}"
rm authority-key authority.srl

word > postgres-password
printf 'postgres:5432:cardroom:cardroom:%s\n' "$(cat postgres-password)" > pgpass
word > nats-password
printf 'authorization { user: cardroom, password: "%s" }\n' "$(cat nats-password)" > nats-user
word > grafana-password
printf '%s %s\n' "$(openssl rand -hex 4)" "$(openssl rand -base64 32 | tr '+/' '-_')" > card-keys
openssl rand 32 > house.new
chown "$house" house.new card-keys pgpass nats-password authority certificate certificate-key
chown "$grafana" grafana-password
# Last: where it is there, all of them are.
mv house.new house-secret
