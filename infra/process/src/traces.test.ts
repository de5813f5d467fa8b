import type { Logger } from '@onceover/service-kit/logging';
import { noTracing } from '@onceover/service-kit/tracing';
import { eventually } from '@onceover/testing/eventually';
import { startTraceCollector } from '@onceover/testing/trace-collector';
import { expect, test } from 'vitest';
import { openTraces, tracesSettings } from './traces.ts';

const place = (stack: AsyncDisposableStack, lines: object[] = []) => ({
  name: 'box',
  log: { warn: ((fields: object, message: string) => void lines.push({ ...fields, message })) as Logger['warn'] },
  stack,
});

test('spans are sent with what is declared, and with nothing else', async () => {
  await using collector = await startTraceCollector();
  {
    await using stack = new AsyncDisposableStack();
    const tracing = await openTraces({ tracesUrl: collector.url, tracesShare: 1 }, place(stack));
    const careless = { 'http.route': '/boxes', 'http.url': 'https://canary.example/boxes' };
    const request = tracing.begin({ name: 'GET /boxes', kind: 'server', attributes: careless });
    const packing = request.within(() =>
      tracing.run({ name: 'pack', kind: 'internal' }, async () => {
        throw new TypeError('the canary does not fit');
      }),
    );
    await expect(packing).rejects.toThrow(TypeError);
    request.end();
  }
  const [pack, request] = collector.spans;
  expect(request).toMatchObject({
    service: 'onceover-box',
    name: 'GET /boxes',
    attributes: { 'http.route': '/boxes' },
  });
  expect(pack).toMatchObject({ parentSpanId: request?.spanId, status: { code: 2, message: 'TypeError' } });
  expect(collector.text).not.toContain('canary');
});

test('what a message says is part of its trace, and is not looked at where the trace is not kept', async () => {
  await using collector = await startTraceCollector();
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  {
    await using stack = new AsyncDisposableStack();
    const tracing = await openTraces({ tracesUrl: collector.url, tracesShare: 0 }, place(stack));
    for (const flags of ['00', '01', '02', '03']) {
      const spec = { name: `unpack ${flags}`, kind: 'consumer' } as const;
      await tracing.run(spec, async () => undefined, `00-${traceId}-${spanId}-${flags}`);
      tracing.record({ ...spec, name: `record ${flags}` }, `00-${traceId}-${spanId}-${flags}`, performance.now() - 5);
    }
    await tracing.run({ name: 'nobody asked', kind: 'internal' }, async () => undefined);
    tracing.begin({ name: 'no share', kind: 'server' }).end();
  }
  expect(collector.spans.map(({ name }) => name).toSorted()).toEqual([
    'record 01',
    'record 03',
    'unpack 01',
    'unpack 03',
  ]);
  expect(new Set(collector.spans.map((span) => [span.traceId, span.parentSpanId].join()))).toEqual(
    new Set([`${traceId},${spanId}`]),
  );
});

test('what a step sets off without being part of it is not in its trace', async () => {
  await using collector = await startTraceCollector();
  {
    await using stack = new AsyncDisposableStack();
    const tracing = await openTraces({ tracesUrl: collector.url, tracesShare: 1 }, place(stack));
    const request = tracing.begin({ name: 'GET /boxes', kind: 'server' });
    const setOff = () => tracing.run({ name: 'sweep', kind: 'internal' }, async () => undefined);
    await request.within(() => tracing.outside(setOff));
    request.end();
  }
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /boxes']);
});

test('without an address nothing is traced', async () => {
  await using stack = new AsyncDisposableStack();
  expect(await openTraces({ tracesUrl: undefined, tracesShare: 1 }, place(stack))).toBe(noTracing);
});

test('a collector that is away is told in the log, once', async () => {
  const lines: object[] = [];
  await using stack = new AsyncDisposableStack();
  const tracing = await openTraces({ tracesUrl: 'http://127.0.0.1:9/v1/traces', tracesShare: 1 }, place(stack, lines));
  tracing.begin({ name: 'GET /boxes', kind: 'server' }).end();
  await eventually(() => expect(lines).toHaveLength(1), { withinMs: 15_000 });
  const message = expect.stringMatching(/^traces cannot be sent.*ONCEOVER_TRACES_URL/);
  expect(lines).toEqual([{ cause: 'ECONNREFUSED', message }]);
});

test.each(['often', '-0.1', '1.5'])('%s is no share of requests', (share) => {
  const { error } = tracesSettings.tracesShare.schema.safeParse(share);
  expect(error?.issues.map(({ message }) => message)).toEqual(['write a number from 0 to 1, such as 0.1']);
});

test.each([
  ['ftp://127.0.0.1/v1/traces', /write an address such as/],
  ['127.0.0.1:4318', /write an address such as/],
  ['https://user:word@collector.example/v1/traces', /OTEL_EXPORTER_OTLP_HEADERS/],
])('%s is no address of a collector', (url, problem) => {
  const { error } = tracesSettings.tracesUrl.schema.safeParse(url);
  expect(error?.issues.map(({ message }) => message).join()).toMatch(problem);
});
