"""One call of the package `onetimesecret`, as its README makes it. Reads what to share from standard input."""

import os
import sys

from onetimesecret import OneTimeSecretCli, OneTimeSecretError

# The host is a parameter of the package; the other three are those of its README.
cli = OneTimeSecretCli(os.environ.get("OTS_USER"), os.environ.get("OTS_KEY"), url=os.environ["OTS_URL"])
more = {"ttl": int(os.environ["OTS_TTL"])} if "OTS_TTL" in os.environ else {}
try:
    print(cli.create_link(sys.stdin.read(), **more))
except OneTimeSecretError as error:
    sys.exit(f"{error.status_code} {error}")
