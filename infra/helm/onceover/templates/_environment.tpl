{{/*
Settings that hold a secret, as `NAME: {secret, key}`: each is a file. Takes a component and `root`.
*/}}
{{- define "onceover.secretFiles" -}}
{{- $values := .root.Values -}}
{{- $knows := (get (include "onceover.known" .root | fromJson) .kind).secretSettings -}}
{{- $all := dict "ONCEOVER_REDIS_URL" (dict "secret" $values.redis.secret "key" $values.redis.key) -}}
{{- with .database -}}{{- $_ := set $all "ONCEOVER_DATABASE_URL" (dict "secret" .secret "key" .key) -}}{{- end -}}
{{- with $values.kafka.sasl -}}
{{- if .mechanism -}}{{- $_ := set $all "ONCEOVER_KAFKA_PASSWORD" (dict "secret" .secret "key" .key) -}}{{- end -}}
{{- end -}}
{{- with $values.mail -}}
{{- if .secret -}}{{- $_ := set $all "ONCEOVER_SMTP_URL" (dict "secret" .secret "key" .key) -}}{{- end -}}
{{- end -}}
{{- with $values.keyStore -}}
{{- if eq .kind "openbao" -}}
{{- $_ := set $all "ONCEOVER_OPENBAO_TOKEN" (dict "secret" .openbao.secret "key" .openbao.key) -}}
{{- end -}}
{{- end -}}
{{- with $values.keyEncryptionKey -}}
{{- if and .secret (ne $.kind "secrets") -}}{{- $_ := set $all "ONCEOVER_KEK" (dict "secret" .secret "key" .key) -}}{{- end -}}
{{- end -}}
{{- range $name, $from := $values.secretSettings -}}{{- $_ := set $all $name $from -}}{{- end -}}
{{- $found := dict -}}
{{- range $name, $from := $all -}}
{{- if has $name $knows -}}{{- $_ := set $found $name $from -}}{{- end -}}
{{- end -}}
{{- toYaml $found -}}
{{- end -}}

{{/* Every setting of a process, as `NAME: value`. Takes a component and `root`. */}}
{{- define "onceover.environment" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $known := get (include "onceover.known" $root | fromJson) .kind -}}
{{- $env := dict -}}
{{- if eq .kind "key-store" -}}
{{- $env = include "onceover.keyStoreEnvironment" . | fromYaml -}}
{{- else -}}
{{- $env = dict "ONCEOVER_SITE_HOST" $values.site.host "ONCEOVER_METRICS_HOST" $values.listenOn "ONCEOVER_METRICS_PORT" "9100" -}}
{{- end -}}
{{- if $known.callKeys -}}
{{- $env = merge $env (include "onceover.serviceEnvironment" . | fromYaml) -}}
{{- end -}}
{{- if .database -}}
{{- $env = merge $env (include "onceover.kafkaEnvironment" . | fromYaml) -}}
{{- end -}}
{{- if eq .kind "secrets" -}}
{{- $env = merge $env (include "onceover.keysOfSecretsEnvironment" . | fromYaml) -}}
{{- end -}}
{{- if eq .kind "gateway" -}}
{{- $_ := set $env "ONCEOVER_HOST" $values.listenOn -}}
{{- $_ := set $env "ONCEOVER_PORT" "3000" -}}
{{- $_ := set $env "ONCEOVER_KEYS_DIR" "/run/onceover/keys" -}}
{{- $_ := set $env "ONCEOVER_TRUSTED_PROXIES" (join "," $values.site.trustedProxies) -}}
{{- end -}}
{{- if eq .kind "notifications" -}}
{{- $_ := set $env "ONCEOVER_MAIL_FROM" $values.mail.from -}}
{{- if $values.mail.asFiles -}}{{- $_ := set $env "ONCEOVER_MAIL_DIR" "/var/lib/onceover/mail" -}}{{- end -}}
{{- end -}}
{{- if eq .kind "relay" -}}
{{- $_ := set $env "ONCEOVER_RELAY_LOGS" (join "," .logs) -}}
{{- else if and $known.callKeys .database $values.relays.apart -}}
{{- $_ := set $env "ONCEOVER_RELAY" "apart" -}}
{{- end -}}
{{- range $name, $_from := include "onceover.secretFiles" . | fromYaml -}}
{{- $_ := set $env (printf "%s_FILE" $name) (printf "/etc/onceover/settings/%s" $name) -}}
{{- end -}}
{{- range $name, $value := $values.settings -}}
{{- if has $name $known.settings -}}
{{- if hasKey $env $name -}}{{- fail (printf "\n\nsettings.%s: the chart sets this itself; take it out." $name) -}}{{- end -}}
{{- $_ := set $env $name $value -}}
{{- end -}}
{{- end -}}
{{- $given := dict -}}
{{- range $name, $value := $env -}}{{- if ne $value "" -}}{{- $_ := set $given $name $value -}}{{- end -}}{{- end -}}
{{- toYaml $given -}}
{{- end -}}

{{/* What a service has, so that others and it can ask each other. */}}
{{- define "onceover.serviceEnvironment" -}}
{{- $root := .root -}}
{{- $known := get (include "onceover.known" $root | fromJson) .kind -}}
ONCEOVER_INTERNAL_HOST: {{ $root.Values.listenOn | quote }}
ONCEOVER_INTERNAL_PORT: "4100"
ONCEOVER_CALL_KEYS_DIR: /run/onceover/calls
ONCEOVER_INTERNAL_TLS_CA_FILE: /etc/onceover/tls/ca.crt
ONCEOVER_INTERNAL_TLS_CERT_FILE: /etc/onceover/tls/tls.crt
ONCEOVER_INTERNAL_TLS_KEY_FILE: /etc/onceover/tls/tls.key
{{- range $known.asks }}
ONCEOVER_{{ upper . }}_URL: https://{{ include "onceover.fullname" $root }}-{{ . }}:4100
{{- end }}
{{- with (index $root.Values.processes .kind).keys }}
{{- if .secret }}
ONCEOVER_KEYS_DIR: /run/onceover/keys
{{- else }}
# A directory in the volume, so that it belongs to the user of the process, and stays closed when the volume is mounted again.
ONCEOVER_KEYS_DIR: /var/lib/onceover-keys/{{ $.kind }}
{{- end }}
{{- end }}
{{- if and (eq .kind "notifications") (not $root.Values.keyEncryptionKey.secret) }}
# The volume stands for the host that has the keys: it is on one node at a time.
ONCEOVER_KEYS_HOST: {{ $root.Release.Namespace }}.{{ include "onceover.fullname" $root }}
{{- end }}
{{- end -}}

{{- define "onceover.kafkaEnvironment" -}}
{{- with .root.Values.kafka -}}
ONCEOVER_KAFKA_BROKERS: {{ join "," .brokers | quote }}
ONCEOVER_KAFKA_PREFIX: {{ .prefix | quote }}
ONCEOVER_KAFKA_COPIES: {{ .copies | quote }}
{{- if .tls.enabled }}
ONCEOVER_KAFKA_TLS: "on"
{{- if .tls.ca.secret }}
ONCEOVER_KAFKA_CA_FILE: /etc/onceover/kafka/ca.crt
{{- end }}
{{- if .tls.client.secret }}
ONCEOVER_KAFKA_CERT_FILE: /etc/onceover/kafka/client.crt
ONCEOVER_KAFKA_KEY_FILE: /etc/onceover/kafka/client.key
{{- end }}
{{- end }}
{{- if .sasl.mechanism }}
ONCEOVER_KAFKA_SASL: {{ .sasl.mechanism }}
ONCEOVER_KAFKA_USER: {{ .sasl.user | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Secrets has no keys directory: its keys are in a store. */}}
{{- define "onceover.keysOfSecretsEnvironment" -}}
{{- with .root.Values.keyStore -}}
{{- if eq .kind "openbao" }}
ONCEOVER_KEY_STORE: openbao
ONCEOVER_OPENBAO_URL: {{ .openbao.url | quote }}
ONCEOVER_OPENBAO_TRANSIT: {{ .openbao.transit | quote }}
ONCEOVER_OPENBAO_KV: {{ .openbao.kv | quote }}
ONCEOVER_OPENBAO_PREFIX: {{ .openbao.prefix | quote }}
{{- else }}
ONCEOVER_KEY_STORE: {{ ternary (printf "https://%s-key-store:3400" (include "onceover.fullname" $.root)) .url (eq .kind "inside") }}
ONCEOVER_KEY_STORE_CERT: /etc/onceover/key-store/tls.crt
ONCEOVER_KEY_STORE_KEY: /etc/onceover/key-store/tls.key
{{- end }}
{{- if include "onceover.keyStoreClientSecret" $.root }}
ONCEOVER_KEY_STORE_CA: /etc/onceover/key-store/ca.crt
{{- end }}
{{- end }}
{{- end -}}

{{- define "onceover.keyStoreEnvironment" -}}
ONCEOVER_KEY_STORE_DIR: /var/lib/onceover-keys/store
ONCEOVER_KEY_STORE_HOST: {{ .root.Values.listenOn | quote }}
ONCEOVER_KEY_STORE_PORT: "3400"
ONCEOVER_KEY_STORE_READY_PORT: "3401"
ONCEOVER_KEY_STORE_CA: /etc/onceover/tls/ca.crt
ONCEOVER_KEY_STORE_CERT: /etc/onceover/tls/tls.crt
ONCEOVER_KEY_STORE_KEY: /etc/onceover/tls/tls.key
# The volume stands for the host that has the keys: it is on one node at a time.
ONCEOVER_KEYS_HOST: {{ .root.Release.Namespace }}.{{ include "onceover.fullname" .root }}
{{- end -}}
