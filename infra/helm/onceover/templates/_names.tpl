{{/* The beginning of every name. */}}
{{- define "onceover.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What selects the pods of one component. Takes `root` and `name`. */}}
{{- define "onceover.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{/* Takes `root` and `name`. */}}
{{- define "onceover.labels" -}}
{{ include "onceover.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* The image of a process. Takes `root` and `kind`. */}}
{{- define "onceover.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := printf "onceover-%s" .kind -}}
{{- if $image.registry -}}{{- $name = printf "%s/%s" (trimSuffix "/" $image.registry) $name -}}{{- end -}}
{{- $digest := get $image.digests .kind -}}
{{- if $digest -}}
{{- printf "%s@%s" $name $digest -}}
{{- else -}}
{{- printf "%s:%s" $name (get $image.tags .kind | default $image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* What the program knows of each process: files/processes.generated.json. */}}
{{- define "onceover.known" -}}
{{ .Files.Get "files/processes.generated.json" }}
{{- end -}}

{{/* The Secret with the certificate of a process. Takes `root` and `kind`. */}}
{{- define "onceover.tlsSecret" -}}
{{- printf "%s-%s-tls" (include "onceover.fullname" .root) .kind -}}
{{- end -}}

{{/* The Secret by which secrets asks the key store, or knows OpenBao; empty where OpenBao needs none. */}}
{{- define "onceover.keyStoreClientSecret" -}}
{{- if eq .Values.keyStore.kind "inside" -}}
{{- include "onceover.tlsSecret" (dict "root" . "kind" "key-store-client") -}}
{{- else -}}
{{- .Values.keyStore.clientSecret -}}
{{- end -}}
{{- end -}}

{{/*
Every component that runs, as a list of `name`, `kind` (the process that it is), `database` (where its database is named; all but the gateway and the key store)
and `logs` (of relays).
*/}}
{{- define "onceover.components" -}}
{{- $root := . -}}
{{- $components := list -}}
{{- $relays := dict -}}
{{- range $name := list "accounts" "secrets" "notifications" "audit" -}}
{{- $own := (index $root.Values.processes $name).database -}}
{{- $database := ternary $own $root.Values.database (ne $own.secret "") -}}
{{- $components = append $components (dict "name" $name "kind" $name "database" $database) -}}
{{- $relay := ternary "relay" (printf "relay-%s" $name) (eq $own.secret "") -}}
{{- $others := get (get $relays $relay | default dict) "logs" | default list -}}
{{- $_ := set $relays $relay (dict "name" $relay "kind" "relay" "database" $database "logs" (append $others $name)) -}}
{{- end -}}
{{- $components = append $components (dict "name" "gateway" "kind" "gateway") -}}
{{- if $root.Values.relays.apart -}}{{- range $relays -}}{{- $components = append $components . -}}{{- end -}}{{- end -}}
{{- if $root.Values.partnerTopics.enabled -}}
{{- $own := $root.Values.processes.notifications.database -}}
{{- $database := ternary $own $root.Values.database (ne $own.secret "") -}}
{{- $components = append $components (dict "name" "partner-egress" "kind" "partner-egress" "database" $database) -}}
{{- end -}}
{{- if eq $root.Values.keyStore.kind "inside" -}}
{{- $components = append $components (dict "name" "key-store" "kind" "key-store") -}}
{{- end -}}
{{- toYaml (dict "all" $components) -}}
{{- end -}}

{{/* Whether others ask a process, or it asks others: relays and what fills the topics of partners are alone. Takes `kind`. */}}
{{- define "onceover.isAlone" -}}
{{- if has .kind (list "relay" "partner-egress") -}}yes{{- end -}}
{{- end -}}

{{/* Whether the pods of a service keep its keys on a volume. Takes `root` and `kind`. */}}
{{- define "onceover.hasKeysVolume" -}}
{{- $keys := (index .root.Values.processes .kind).keys -}}
{{- if and $keys (not $keys.secret) -}}yes{{- end -}}
{{- end -}}

{{/* The PersistentVolumeClaim of a service's keys. Takes `root` and `kind`. */}}
{{- define "onceover.keysClaim" -}}
{{- (index .root.Values.processes .kind).keys.volume.claim | default (printf "%s-%s-keys" (include "onceover.fullname" .root) .kind) -}}
{{- end -}}
