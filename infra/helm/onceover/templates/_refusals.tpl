{{/*
What a schema cannot say: what is missing or does not fit together, a sentence each, all of them at once. Nothing is installed or changed then.
*/}}
{{- define "onceover.refusals" -}}
{{- $problems := concat (include "onceover.refusedPlaces" . | fromJsonArray) (include "onceover.refusedKeys" . | fromJsonArray) (include "onceover.refusedDoors" . | fromJsonArray) (include "onceover.refusedSettings" . | fromJsonArray) -}}
{{- if $problems -}}
{{- fail (printf "\n\nNothing was changed. The values have %d problem(s):\n  - %s" (len $problems) (join "\n  - " $problems)) -}}
{{- end -}}
{{- end -}}

{{/* PostgreSQL, Kafka, Redis and the mail server. */}}
{{- define "onceover.refusedPlaces" -}}
{{- $values := .Values -}}
{{- $problems := list -}}
{{- $lacks := list -}}
{{- range $name := list "accounts" "secrets" "notifications" "audit" -}}
{{- if not (index $values.processes $name).database.secret -}}{{- $lacks = append $lacks $name -}}{{- end -}}
{{- end -}}
{{- if and $lacks (not $values.database.secret) -}}
{{- $problems = append $problems (printf "database.secret is missing: name the Secret with the address of PostgreSQL for %s." (join ", " $lacks)) -}}
{{- end -}}
{{- with $values.kafka -}}
{{- if not .brokers -}}
{{- $problems = append $problems "kafka.brokers is missing: list brokers as host:port." -}}
{{- end -}}
{{- if and (not .tls.enabled) (or .tls.ca.secret .tls.client.secret) -}}
{{- $problems = append $problems "kafka.tls.ca and kafka.tls.client are for an encrypted line: say kafka.tls.enabled=true, or take them out." -}}
{{- end -}}
{{- if and .sasl.mechanism (not (and .sasl.user .sasl.secret)) -}}
{{- $problems = append $problems "kafka.sasl.mechanism needs kafka.sasl.user and kafka.sasl.secret, the Secret with the password." -}}
{{- end -}}
{{- if and (not .sasl.mechanism) (or .sasl.user .sasl.secret) -}}
{{- $problems = append $problems "kafka.sasl.user and kafka.sasl.secret need kafka.sasl.mechanism: say plain, scram-sha-256 or scram-sha-512." -}}
{{- end -}}
{{- end -}}
{{- if not $values.redis.secret -}}
{{- $problems = append $problems "redis.secret is missing: name the Secret with the address of Redis." -}}
{{- end -}}
{{- with $values.mail -}}
{{- if and .secret .asFiles -}}
{{- $problems = append $problems "mail.secret and mail.asFiles exclude each other: emails are sent, or they are files." -}}
{{- else if not (or .secret .asFiles) -}}
{{- $problems = append $problems "mail.secret is missing: name the Secret with the address of the mail server, or say mail.asFiles=true to try it out without one." -}}
{{- end -}}
{{- if and .secret (not .from) -}}
{{- $problems = append $problems "mail.from is missing: name the sender of emails, such as Onceover <no-reply@example.com>." -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}

{{/* The keys directories, and the store of the keys of secrets. */}}
{{- define "onceover.refusedKeys" -}}
{{- $values := .Values -}}
{{- $problems := list -}}
{{- $store := $values.keyStore -}}
{{- if ne (int (index $values.processes "key-store").replicas) 1 -}}
{{- $problems = append $problems "processes.key-store.replicas has to be 1: two key stores would destroy the keys of each other." -}}
{{- end -}}
{{- if and (eq $store.kind "elsewhere") (not (and $store.url $store.clientSecret)) -}}
{{- $problems = append $problems "keyStore.kind=elsewhere needs keyStore.url and keyStore.clientSecret, the Secret with ca.crt, tls.crt and tls.key." -}}
{{- end -}}
{{- if and (eq $store.kind "openbao") (not (and $store.openbao.url $store.openbao.secret)) -}}
{{- $problems = append $problems "keyStore.kind=openbao needs keyStore.openbao.url and keyStore.openbao.secret, the Secret with the token." -}}
{{- end -}}
{{- if and (ne $store.kind "elsewhere") $store.url -}}
{{- $problems = append $problems "keyStore.url is for keyStore.kind=elsewhere: say so, or take it out." -}}
{{- end -}}
{{- if and (ne $store.kind "openbao") $store.openbao.url -}}
{{- $problems = append $problems "keyStore.openbao.url is for keyStore.kind=openbao: say so, or take it out." -}}
{{- end -}}
{{- with $values.processes.notifications.keys -}}
{{- if not $values.keyEncryptionKey.secret -}}
{{- if .secret -}}
{{- $problems = append $problems "processes.notifications.keys.secret needs keyEncryptionKey.secret: without it keys of emails are made and destroyed, and a copy would keep them." -}}
{{- else if eq .volume.accessMode "ReadWriteMany" -}}
{{- $problems = append $problems "processes.notifications.keys.volume.accessMode=ReadWriteMany needs keyEncryptionKey.secret: without it only one node may have the keys of emails." -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}

{{/* How people and others get in, and how many pods there are. */}}
{{- define "onceover.refusedDoors" -}}
{{- $values := .Values -}}
{{- $problems := list -}}
{{- if not $values.site.host -}}
{{- $problems = append $problems "site.host is missing: name the public host of links, such as once.example.com." -}}
{{- end -}}
{{- if and $values.ingress.enabled (not (or $values.ingress.tls.secret $values.ingress.tls.elsewhere)) -}}
{{- $problems = append $problems "ingress.tls.secret is missing: links begin with https. Name the Secret of the certificate, or say ingress.tls.elsewhere=true where something before the ingress ends TLS." -}}
{{- end -}}
{{- if and $values.httpRoute.enabled (not $values.httpRoute.parents) -}}
{{- $problems = append $problems "httpRoute.parents is missing: name the Gateway that people come through." -}}
{{- end -}}
{{- if and (or $values.ingress.enabled $values.httpRoute.enabled) (not $values.site.trustedProxies) -}}
{{- $problems = append $problems "site.trustedProxies is missing: list the addresses of the proxies before the gateway; without them all visitors would share the limits of one." -}}
{{- end -}}
{{- with $values.networkPolicies -}}
{{- if and .enabled $values.monitoring.podMonitor.enabled (not .metrics.from) -}}
{{- $problems = append $problems "networkPolicies.metrics.from is missing: with monitoring.podMonitor.enabled, say where Prometheus runs." -}}
{{- end -}}
{{- end -}}
{{- range $name, $process := $values.processes -}}
{{- with $process.autoscaling -}}
{{- if and .enabled (lt (int .max) (int .min)) -}}
{{- $problems = append $problems (printf "processes.%s.autoscaling.max=%d is less than min=%d: exchange them." $name (int .max) (int .min)) -}}
{{- end -}}
{{- if and .enabled (not (get (get $process.resources "requests" | default dict) "cpu")) -}}
{{- $problems = append $problems (printf "processes.%s.autoscaling goes by the share of resources.requests.cpu: give one." $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}

{{/* Settings that no process knows would keep all of them from starting. */}}
{{- define "onceover.refusedSettings" -}}
{{- $plain := list -}}
{{- $secret := list -}}
{{- range include "onceover.known" . | fromJson -}}
{{- $plain = concat $plain .settings -}}
{{- $secret = concat $secret .secretSettings -}}
{{- end -}}
{{- $problems := list -}}
{{- range $name, $value := .Values.settings -}}
{{- if or (has $name $secret) (has (trimSuffix "_FILE" $name) $secret) -}}
{{- $problems = append $problems (printf "settings.%s holds a secret: name the Secret that has it in secretSettings." $name) -}}
{{- else if not (has $name $plain) -}}
{{- $problems = append $problems (printf "settings.%s is not a setting of any process: the README lists them." $name) -}}
{{- end -}}
{{- end -}}
{{- $own := list "ONCEOVER_DATABASE_URL" "ONCEOVER_REDIS_URL" "ONCEOVER_KAFKA_PASSWORD" "ONCEOVER_SMTP_URL" "ONCEOVER_KEK" "ONCEOVER_OPENBAO_TOKEN" -}}
{{- range $name, $from := .Values.secretSettings -}}
{{- if has $name $own -}}
{{- $problems = append $problems (printf "secretSettings.%s has values of its own here (database, redis, kafka, mail, keyEncryptionKey, keyStore): use those." $name) -}}
{{- else if not (has $name $secret) -}}
{{- $problems = append $problems (printf "secretSettings.%s is not a setting that holds a secret: those that do not are in settings." $name) -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}
