import { rollFraction } from './prng';

/**
 * What can be made to go wrong. Rates are shares of the authenticated requests, 0 … 1.
 * @typeParam Hostility names of the pages that the provider's interface does not promise
 */
export interface Faults<Hostility extends string = string> {
  /** Answers 429 although the limit is not reached; the request is not processed. */
  throttleStorm?: { rate: number };
  /** Answers this status; the request is not processed. */
  serverError?: { rate: number; status: 500 | 502 | 503 | 504 };
  /** Processes the request, then destroys the socket: the caller cannot know whether it happened. */
  lostAnswer?: { rate: number };
  /** Processes the request and answers this many milliseconds later. */
  slowAnswer?: { rate: number; delayMs: number };
  /** Answers 200 with a body that is no JSON: cut in half, or a page of HTML, in turns. */
  malformedBody?: { rate: number };
  /** Answers 200 with a list that is JSON and yet not what the interface promises. */
  hostilePage?: { rate: number; kind: Hostility };
  /** Answers 400 with a body that is not documented. */
  hostileRefusal?: { rate: number };
  /** Processes the request and never answers it. */
  silence?: { rate: number };
  /** Destroys the socket of every request, unauthenticated ones too; nothing is processed. */
  down?: boolean;
  /** All faults are switched off after so many faulted requests. */
  untilRequests?: number;
  /** What is drawn hits requests of this endpoint alone, `METHOD /path/with/{placeholders}`. */
  endpoint?: string;
}

export type FaultKind = Exclude<keyof Faults, 'untilRequests' | 'endpoint'>;

export const faultKinds: readonly FaultKind[] = [
  'throttleStorm',
  'serverError',
  'lostAnswer',
  'slowAnswer',
  'malformedBody',
  'down',
  'hostilePage',
  'hostileRefusal',
  'silence',
];

export interface FaultControl<Hostility extends string = string> {
  get(): Faults<Hostility>;
  /** Replaces all faults; decisions start again from the seed, so the same faults hit the same requests. */
  set(faults: Faults<Hostility>): void;
  clear(): void;
}

/** What a request has drawn. */
export type Drawn<Hostility extends string> = Omit<Faults<Hostility>, 'down' | 'untilRequests' | 'endpoint'>;

/** Draws the faults of each request. Each kind has its own sequence: adding one kind moves no decision of another. */
export class FaultInjection<Hostility extends string> implements FaultControl<Hostility> {
  private faults: Faults<Hostility> = {};
  private draws = new Map<FaultKind, number>();
  private faulted = 0;

  constructor(
    private readonly seed: number,
    private readonly hostilities: readonly Hostility[],
  ) {}

  get(): Faults<Hostility> {
    return structuredClone(this.faults);
  }

  /** @throws {RangeError} with one sentence that says what is wrong */
  set(faults: unknown): void {
    this.faults = checkedFaults(faults, this.hostilities);
    this.draws = new Map();
    this.faulted = 0;
  }

  clear(): void {
    this.set({});
  }

  /** True when the provider is down; counts towards `untilRequests`. */
  drawDown(): boolean {
    if (this.faults.down !== true) return false;
    this.countFaulted();
    return true;
  }

  /** The faults of the next request. A slow answer can be lost or malformed as well. @param name of its endpoint */
  draw(name: string): Drawn<Hostility> {
    if (this.faults.endpoint !== undefined && this.faults.endpoint !== name) return {};
    const { throttleStorm, serverError, lostAnswer, slowAnswer, malformedBody } = this.faults;
    const { hostilePage, hostileRefusal, silence } = this.faults;
    const drawn: Drawn<Hostility> = {};
    if (throttleStorm && this.hits('throttleStorm', throttleStorm.rate)) drawn.throttleStorm = throttleStorm;
    if (serverError && this.hits('serverError', serverError.rate)) drawn.serverError = serverError;
    if (lostAnswer && this.hits('lostAnswer', lostAnswer.rate)) drawn.lostAnswer = lostAnswer;
    if (slowAnswer && this.hits('slowAnswer', slowAnswer.rate)) drawn.slowAnswer = slowAnswer;
    if (malformedBody && this.hits('malformedBody', malformedBody.rate)) drawn.malformedBody = malformedBody;
    if (hostilePage && this.hits('hostilePage', hostilePage.rate)) drawn.hostilePage = hostilePage;
    if (hostileRefusal && this.hits('hostileRefusal', hostileRefusal.rate)) drawn.hostileRefusal = hostileRefusal;
    if (silence && this.hits('silence', silence.rate)) drawn.silence = silence;
    if (Object.keys(drawn).length > 0) this.countFaulted();
    return drawn;
  }

  private hits(kind: FaultKind, rate: number): boolean {
    const draw = this.draws.get(kind) ?? 0;
    this.draws.set(kind, draw + 1);
    return rollFraction(this.seed, draw, 200 + faultKinds.indexOf(kind)) < rate;
  }

  private countFaulted(): void {
    this.faulted++;
    if (this.faults.untilRequests !== undefined && this.faulted >= this.faults.untilRequests) this.clear();
  }
}

/**
 * Faults from somebody else's JSON.
 * @throws {RangeError} with one sentence that says what is wrong
 */
function checkedFaults<Hostility extends string>(value: unknown, hostilities: readonly Hostility[]): Faults<Hostility> {
  const faults = asRecord(value, 'faults');
  for (const [name, setting] of Object.entries(faults)) {
    switch (name) {
      case 'down':
        if (typeof setting !== 'boolean') throw new RangeError('down must be true or false.');
        break;
      case 'untilRequests':
        if (!Number.isInteger(setting) || (setting as number) < 1) {
          throw new RangeError('untilRequests must be a whole number above 0.');
        }
        break;
      case 'endpoint':
        if (typeof setting !== 'string') throw new RangeError('endpoint must be the name of one.');
        break;
      case 'throttleStorm':
      case 'serverError':
      case 'lostAnswer':
      case 'slowAnswer':
      case 'malformedBody':
      case 'hostilePage':
      case 'hostileRefusal':
      case 'silence':
        checkRated(name, asRecord(setting, name), hostilities);
        break;
      default:
        throw new RangeError(
          `There is no fault called ${name}; there are ${faultKinds.join(', ')}, endpoint and untilRequests.`,
        );
    }
  }
  return structuredClone(faults) as Faults<Hostility>;
}

const FIELDS: Partial<Record<FaultKind, readonly string[]>> = {
  serverError: ['status'],
  slowAnswer: ['delayMs'],
  hostilePage: ['kind'],
};

function checkRated(name: FaultKind, setting: Record<string, unknown>, hostilities: readonly string[]): void {
  const allowed = ['rate', ...(FIELDS[name] ?? [])];
  const unknown = Object.keys(setting).find((field) => !allowed.includes(field));
  if (unknown !== undefined) throw new RangeError(`${name} has no field ${unknown}.`);
  const { rate, status, delayMs, kind } = setting;
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) throw new RangeError(`${name}.rate must be 0 to 1.`);
  if (name === 'serverError' && ![500, 502, 503, 504].includes(status as number)) {
    throw new RangeError('serverError.status must be 500, 502, 503 or 504.');
  }
  if (name === 'slowAnswer' && !(typeof delayMs === 'number' && delayMs >= 0 && delayMs <= 600_000)) {
    throw new RangeError('slowAnswer.delayMs must be 0 to 600000.');
  }
  if (name === 'hostilePage' && !hostilities.includes(kind as string)) {
    throw new RangeError(`hostilePage.kind must be one of ${hostilities.join(', ')}.`);
  }
}

function asRecord(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new RangeError(`${name} must be an object.`);
}
