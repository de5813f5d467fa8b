{{/*
The volumes of a component and where they are mounted, as `volumes`, `mounts` of the process, and `handed`: whether keys out of Secrets are
copied before it starts. Takes a component and `root`. Files of Secrets are readable by the group of the pod, which is the process's alone.
*/}}
{{- define "onceover.volumes" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $kind := .kind -}}
{{- $fullname := include "onceover.fullname" $root -}}
{{- $known := get (include "onceover.known" $root | fromJson) $kind -}}
{{- $volumes := list (dict "name" "tmp" "emptyDir" (dict "sizeLimit" "64Mi")) -}}
{{- $mounts := list (dict "name" "tmp" "mountPath" "/tmp") -}}
{{- $mode := 288 -}}{{/* 0440 */}}
{{- $files := include "onceover.secretFiles" . | fromYaml -}}
{{- if $files -}}
{{- $sources := list -}}
{{- range $name, $from := $files -}}
{{- $sources = append $sources (include "onceover.secretSource" (dict "secret" $from.secret "items" (dict $from.key $name)) | fromYaml) -}}
{{- end -}}
{{- $volumes = append $volumes (dict "name" "settings" "projected" (dict "defaultMode" $mode "sources" $sources)) -}}
{{- $mounts = append $mounts (dict "name" "settings" "mountPath" "/etc/onceover/settings" "readOnly" true) -}}
{{- end -}}
{{- if or $known.callKeys (eq $kind "key-store") -}}
{{- $secret := include "onceover.tlsSecret" (dict "root" $root "kind" $kind) -}}
{{- $volumes = append $volumes (dict "name" "tls" "secret" (dict "secretName" $secret "defaultMode" $mode)) -}}
{{- $mounts = append $mounts (dict "name" "tls" "mountPath" "/etc/onceover/tls" "readOnly" true) -}}
{{- end -}}
{{- with include "onceover.keyStoreClientSecret" $root -}}
{{- if eq $kind "secrets" -}}
{{- $volumes = append $volumes (dict "name" "key-store" "secret" (dict "secretName" . "defaultMode" $mode)) -}}
{{- $mounts = append $mounts (dict "name" "key-store" "mountPath" "/etc/onceover/key-store" "readOnly" true) -}}
{{- end -}}
{{- end -}}
{{- if and .database $values.kafka.tls.enabled -}}
{{- $sources := list -}}
{{- with $values.kafka.tls.ca -}}
{{- if .secret -}}
{{- $sources = append $sources (include "onceover.secretSource" (dict "secret" .secret "items" (dict .key "ca.crt")) | fromYaml) -}}
{{- end -}}
{{- end -}}
{{- with $values.kafka.tls.client -}}
{{- if .secret -}}
{{- $items := dict .cert "client.crt" .key "client.key" -}}
{{- $sources = append $sources (include "onceover.secretSource" (dict "secret" .secret "items" $items) | fromYaml) -}}
{{- end -}}
{{- end -}}
{{- if $sources -}}
{{- $volumes = append $volumes (dict "name" "kafka" "projected" (dict "defaultMode" $mode "sources" $sources)) -}}
{{- $mounts = append $mounts (dict "name" "kafka" "mountPath" "/etc/onceover/kafka" "readOnly" true) -}}
{{- end -}}
{{- end -}}
{{- if $known.callKeys -}}
{{- $volumes = append $volumes (include "onceover.handedKeys" . | fromYaml) -}}
{{- $volumes = append $volumes (dict "name" "keys-of-pod" "emptyDir" (dict "medium" "Memory" "sizeLimit" "1Mi")) -}}
{{- $mounts = append $mounts (dict "name" "keys-of-pod" "mountPath" "/run/onceover") -}}
{{- end -}}
{{- if eq $kind "key-store" -}}
{{- $mounts = append $mounts (dict "name" "keys" "mountPath" "/var/lib/onceover-keys") -}}
{{- else if include "onceover.hasKeysVolume" (dict "root" $root "kind" $kind) -}}
{{- $claim := include "onceover.keysClaim" (dict "root" $root "kind" $kind) -}}
{{- $volumes = append $volumes (dict "name" "keys" "persistentVolumeClaim" (dict "claimName" $claim)) -}}
{{- $mounts = append $mounts (dict "name" "keys" "mountPath" "/var/lib/onceover-keys") -}}
{{- end -}}
{{- if and (eq $kind "notifications") $values.mail.asFiles -}}
{{- $volumes = append $volumes (dict "name" "mail" "emptyDir" (dict "sizeLimit" "256Mi")) -}}
{{- $mounts = append $mounts (dict "name" "mail" "mountPath" "/var/lib/onceover") -}}
{{- end -}}
{{- toYaml (dict "volumes" $volumes "mounts" $mounts "handed" (not (empty $known.callKeys))) -}}
{{- end -}}

{{/* A part of a projected volume. Takes `secret` and `items` (entry: file), and `optional`. */}}
{{- define "onceover.secretSource" -}}
secret:
  name: {{ .secret | quote }}
  {{- if .optional }}
  optional: true
  {{- end }}
  items:
    {{- range $key, $path := .items }}
    - { key: {{ $key | quote }}, path: {{ $path | quote }} }
    {{- end }}
{{- end -}}

{{/*
The keys of calls of a service and of no other; those before and after each where they are there, while they are replaced. Its own keys, where
they are in a Secret.
*/}}
{{- define "onceover.handedKeys" -}}
{{- $root := .root -}}
{{- $calls := $root.Values.callKeys.secret | default (printf "%s-call-keys" (include "onceover.fullname" $root)) -}}
{{- $own := dict -}}
{{- $beside := dict -}}
{{- range (get (include "onceover.known" $root | fromJson) .kind).callKeys -}}
{{- $_ := set $own . (printf "calls/%s" .) -}}
{{- range $file := list (replace ".key" ".next.key" .) (replace ".key" ".previous.key" .) -}}
{{- $_ := set $beside $file (printf "calls/%s" $file) -}}
{{- end -}}
{{- end -}}
name: handed-keys
projected:
  defaultMode: 288
  sources:
    - {{- include "onceover.secretSource" (dict "secret" $calls "items" $own) | nindent 6 }}
    - {{- include "onceover.secretSource" (dict "secret" $calls "items" $beside "optional" true) | nindent 6 }}
    {{- with include "onceover.keysInSecret" . | fromYaml }}
    - {{- include "onceover.secretSource" . | nindent 6 }}
    {{- end }}
{{- end -}}

{{/* The Secret with a service's own keys: `secret` and `items`; nothing where they are elsewhere. */}}
{{- define "onceover.keysInSecret" -}}
{{- $process := index .root.Values.processes .kind -}}
{{- if eq .kind "gateway" }}
secret: {{ $process.formTokenSecret | default (printf "%s-form-token" (include "onceover.fullname" .root)) }}
items: { form-token.key: keys/form-token.key }
{{- else if get ($process.keys | default dict) "secret" }}
secret: {{ $process.keys.secret }}
items:
  database.id: keys/database.id
  {{- range $file := (get (dict "accounts" (ternary (list) (list "accounts.key") (ne $.root.Values.keyEncryptionKey.secret "")) "notifications" (list "mail-address.key" "webhook.key") "audit" (list "audit.key")) .kind) }}
  {{ $file }}: keys/{{ $file }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* The names of all Secrets that pods mount, and cert-manager does not make. */}}
{{- define "onceover.secretsNeeded" -}}
{{- $names := dict -}}
{{- range (include "onceover.components" . | fromYaml).all -}}
{{- $component := merge (dict "root" $) . -}}
{{- range (include "onceover.volumes" $component | fromYaml).volumes -}}
{{- with .secret -}}{{- $_ := set $names .secretName true -}}{{- end -}}
{{- range (get (.projected | default dict) "sources" | default list) -}}{{- $_ := set $names .secret.name true -}}{{- end -}}
{{- end -}}
{{- if $.Values.tls.certManager.enabled -}}
{{- $_ := unset $names (include "onceover.tlsSecret" (dict "root" $ "kind" .kind)) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.tls.certManager.enabled (eq .Values.keyStore.kind "inside") -}}
{{- $_ := unset $names (include "onceover.keyStoreClientSecret" .) -}}
{{- end -}}
{{- keys $names | sortAlpha | toJson -}}
{{- end -}}
