export type PartState = 'ok' | 'late' | 'failing';

/** Asks one part whether it does its work; false and an error mean that it does not. */
export type Probe = () => Promise<boolean>;

export interface Readiness {
  /** `degraded`: calls are served, but what is queued waits. `unavailable`: no call can be served. */
  readonly status: 'ok' | 'degraded' | 'unavailable';
  readonly parts: Readonly<Record<string, PartState>>;
}

/** The time that the parts have to answer, in ms. */
const ANSWER_MS = 1_500;
/** Anybody may ask, so the parts are asked once for all who ask within this time, in ms. */
const KEPT_MS = 1_000;

/** @returns a function that answers within the bound, whatever hangs */
export function readinessOf(probes: Readonly<Record<string, Probe>>, essential: string): () => Promise<Readiness> {
  let last: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > KEPT_MS + ANSWER_MS)
      last = { at: performance.now(), answer: askAll(probes, essential) };
    return last.answer;
  };
}

async function askAll(probes: Readonly<Record<string, Probe>>, essential: string): Promise<Readiness> {
  const answers = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => [name, await stateOf(probe)] as const),
  );
  const parts = Object.fromEntries(answers);
  const well = answers.every(([, state]) => state === 'ok');
  return { status: well ? 'ok' : parts[essential] === 'ok' ? 'degraded' : 'unavailable', parts };
}

async function stateOf(probe: Probe): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve('late'), ANSWER_MS);
  });
  const asked = probe().then(
    (well): PartState => (well ? 'ok' : 'failing'),
    (): PartState => 'failing',
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
