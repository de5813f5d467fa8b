{{/* The pods of a component. Takes a component and `root`. */}}
{{- define "onceover.pod" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $process := index $values.processes .kind -}}
{{- $placed := include "onceover.volumes" . | fromYaml -}}
{{- $sleeps := has .kind $values.maintenance -}}
metadata:
  labels:
    {{- include "onceover.labels" . | nindent 4 }}
  {{- with $process.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  # Nothing here asks the API of Kubernetes. Addresses of Services as variables would be settings that no process knows.
  automountServiceAccountToken: false
  enableServiceLinks: false
  # What is in hand is answered within 25 seconds, after the 5 in which others learn that the pod goes.
  terminationGracePeriodSeconds: 40
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with $process.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $process.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $process.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    # Volumes are given to this group once. Every time would open key files to it, and the program refuses those.
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  {{- include "onceover.placement" . | nindent 2 }}
  {{- if $placed.handed }}
  initContainers:
    - name: keys
      image: {{ include "onceover.image" . }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      command:
        - node
        - --input-type=module
        - --eval
        - |
          {{- $root.Files.Get "files/copy-keys.mjs" | nindent 10 }}
        - --
        - /etc/onceover/handed
        - /run/onceover
      securityContext:
        {{- include "onceover.confined" . | nindent 8 }}
      resources:
        requests: { cpu: 10m, memory: 64Mi }
        limits: { memory: 128Mi }
      volumeMounts:
        - { name: handed-keys, mountPath: /etc/onceover/handed, readOnly: true }
        - { name: keys-of-pod, mountPath: /run/onceover }
  {{- end }}
  containers:
    - name: {{ .kind }}
      image: {{ include "onceover.image" . }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      {{- if $sleeps }}
      # Waits for operators' commands.
      command: [node, --eval, "setInterval(() => {}, 60_000); process.once('SIGTERM', () => process.exit(0))"]
      {{- end }}
      env:
        {{- range $name, $value := include "onceover.environment" . | fromYaml }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      {{- include "onceover.ports" . | nindent 6 }}
      {{- if not $sleeps }}
      {{- include "onceover.probes" . | nindent 6 }}
      {{- end }}
      lifecycle:
        preStop: { sleep: { seconds: 5 } }
      securityContext:
        {{- include "onceover.confined" . | nindent 8 }}
      resources:
        {{- toYaml $process.resources | nindent 8 }}
      volumeMounts:
        {{- toYaml $placed.mounts | nindent 8 }}
  volumes:
    {{- toYaml $placed.volumes | nindent 4 }}
{{- end -}}

{{- define "onceover.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Pods of a component are apart, but those whose keys are on a volume of one node are on that node. */}}
{{- define "onceover.placement" -}}
{{- $ofOneNode := false -}}
{{- if include "onceover.hasKeysVolume" (dict "root" .root "kind" .kind) -}}
{{- $ofOneNode = eq (index .root.Values.processes .kind).keys.volume.accessMode "ReadWriteOnce" -}}
{{- end -}}
{{- if $ofOneNode -}}
affinity:
  podAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels:
            {{- include "onceover.selector" . | nindent 12 }}
{{- else -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "onceover.selector" $ | nindent 8 }}
  {{- end }}
{{- end -}}
{{- end -}}

{{- define "onceover.ports" -}}
ports:
  {{- if eq .kind "key-store" }}
  - { name: keys, containerPort: 3400 }
  {{- else }}
  {{- if eq .kind "gateway" }}
  - { name: http, containerPort: 3000 }
  {{- end }}
  {{- if not (include "onceover.isAlone" .) }}
  - { name: internal, containerPort: 4100 }
  {{- end }}
  - { name: metrics, containerPort: 9100 }
  {{- end }}
{{- end -}}

{{/*
A start may take as long as it takes to migrate a large database. The key store answers on the loopback address alone, so a command of its own
asks it; where it cannot write its audit, a restart would not help, so nothing but its end restarts it.
*/}}
{{- define "onceover.probes" -}}
{{- if eq .kind "key-store" -}}
{{- $asks := dict "exec" (dict "command" (list "node" "/opt/onceover/bundle/key-store.js" "health")) "periodSeconds" 10 "timeoutSeconds" 5 -}}
startupProbe:
  {{- toYaml (merge (dict "failureThreshold" 30) $asks) | nindent 2 }}
readinessProbe:
  {{- toYaml (merge (dict "failureThreshold" 3) $asks) | nindent 2 }}
{{- else -}}
startupProbe:
  httpGet: { path: /health/live, port: metrics }
  periodSeconds: 5
  failureThreshold: 120
readinessProbe:
  httpGet: { path: /health/ready, port: metrics }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /health/live, port: metrics }
  periodSeconds: 20
  timeoutSeconds: 5
  failureThreshold: 3
{{- end }}
{{- end -}}
