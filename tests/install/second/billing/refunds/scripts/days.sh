#!/bin/sh
# Days since the order.
echo $(( ($(date +%s) - $(date -d "$1" +%s)) / 86400 ))
