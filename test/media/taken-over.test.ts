import { mediaVariants } from '../../src/media/image/contract';
import { eventually } from '../world/eventually';
import { prepareTemporal, startTestWorker } from '../world/worker';
import { createWorld } from '../world/world';
import { committed } from './committed';
import { plain } from './pictures';

const PICTURES = 24;
const HELD_MAX = 8;

test('a worker takes no more steps of the workflows that wait for it than it gets to within their time', async () => {
  const world = await createWorld();
  const { temporal, outbox } = world.platform;
  await prepareTemporal(world);
  try {
    const ids: string[] = [];
    for (let width = 1; width <= PICTURES; width += 1) ids.push(await committed(world, await plain(width, 9)));
    const handles = ids.map((id) => temporal.workflow.getHandle(mediaVariants.workflowId(id)));
    await eventually(() => {
      outbox.kick();
      return Promise.all(handles.map((handle) => handle.describe())).catch(() => undefined);
    });
    const worker = await startTestWorker(world);
    const histories = async () => (await Promise.all(handles.map((each) => each.fetchHistory()))).map(stepsIn);
    await eventually(async () => (await histories()).every(({ length }) => length > 0), 60_000, 250);
    await worker.stop();
    expect(mostAtOnce((await histories()).flat())).toBeLessThanOrEqual(HELD_MAX);
  } finally {
    await world.close();
  }
});

interface Step {
  readonly from: number;
  readonly until: number;
}

type History = Awaited<
  ReturnType<
    ReturnType<Awaited<ReturnType<typeof createWorld>>['platform']['temporal']['workflow']['getHandle']>['fetchHistory']
  >
>;

/** Steps that a worker has taken and answered, in ms. */
function stepsIn({ events }: History): Step[] {
  const steps: Step[] = [];
  let from = 0;
  for (const {
    eventTime,
    workflowTaskStartedEventAttributes: taken,
    workflowTaskCompletedEventAttributes: answered,
  } of events ?? []) {
    const at = Number(eventTime?.seconds) * 1_000 + (eventTime?.nanos ?? 0) / 1e6;
    if (taken) from = at;
    if (answered) steps.push({ from, until: at });
  }
  return steps;
}

const mostAtOnce = (steps: readonly Step[]): number =>
  Math.max(...steps.map((step) => steps.filter(({ from, until }) => from <= step.from && step.from < until).length));
