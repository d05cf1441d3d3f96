import { rollFraction } from './prng';

/** What can be made to go wrong. Rates are shares of the authenticated requests, 0 … 1. */
export interface Faults {
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
  /** Destroys the socket of every request, unauthenticated ones too; nothing is processed. */
  down?: boolean;
  /** All faults are switched off after so many faulted requests. */
  untilRequests?: number;
}

export type FaultKind = Exclude<keyof Faults, 'untilRequests'>;

export const faultKinds: readonly FaultKind[] = [
  'throttleStorm',
  'serverError',
  'lostAnswer',
  'slowAnswer',
  'malformedBody',
  'down',
];

export interface FaultControl {
  get(): Faults;
  /** Replaces all faults; decisions start again from the seed, so the same faults hit the same requests. */
  set(faults: Faults): void;
  clear(): void;
}

/** Draws the faults of each request. Each kind has its own sequence: adding one kind moves no decision of another. */
export class FaultInjection implements FaultControl {
  private faults: Faults = {};
  private draws = new Map<FaultKind, number>();
  private faulted = 0;

  constructor(private readonly seed: number) {}

  get(): Faults {
    return structuredClone(this.faults);
  }

  set(faults: Faults): void {
    this.faults = checkedFaults(faults);
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

  /** The faults of the next request. A slow answer can be lost or malformed as well. */
  draw(): Omit<Faults, 'down' | 'untilRequests'> {
    const { throttleStorm, serverError, lostAnswer, slowAnswer, malformedBody } = this.faults;
    const drawn: Omit<Faults, 'down' | 'untilRequests'> = {};
    if (throttleStorm && this.hits('throttleStorm', throttleStorm.rate)) drawn.throttleStorm = throttleStorm;
    if (serverError && this.hits('serverError', serverError.rate)) drawn.serverError = serverError;
    if (lostAnswer && this.hits('lostAnswer', lostAnswer.rate)) drawn.lostAnswer = lostAnswer;
    if (slowAnswer && this.hits('slowAnswer', slowAnswer.rate)) drawn.slowAnswer = slowAnswer;
    if (malformedBody && this.hits('malformedBody', malformedBody.rate)) drawn.malformedBody = malformedBody;
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
export function checkedFaults(value: unknown): Faults {
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
      case 'throttleStorm':
      case 'serverError':
      case 'lostAnswer':
      case 'slowAnswer':
      case 'malformedBody':
        checkRated(name, asRecord(setting, name));
        break;
      default:
        throw new RangeError(`There is no fault called ${name}; there are ${faultKinds.join(', ')} and untilRequests.`);
    }
  }
  return structuredClone(faults) as Faults;
}

function checkRated(name: FaultKind, setting: Record<string, unknown>): void {
  const allowed = name === 'serverError' ? ['rate', 'status'] : name === 'slowAnswer' ? ['rate', 'delayMs'] : ['rate'];
  const unknown = Object.keys(setting).find((field) => !allowed.includes(field));
  if (unknown !== undefined) throw new RangeError(`${name} has no field ${unknown}.`);
  const { rate, status, delayMs } = setting;
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) throw new RangeError(`${name}.rate must be 0 to 1.`);
  if (name === 'serverError' && ![500, 502, 503, 504].includes(status as number)) {
    throw new RangeError('serverError.status must be 500, 502, 503 or 504.');
  }
  if (name === 'slowAnswer' && !(typeof delayMs === 'number' && delayMs >= 0 && delayMs <= 600_000)) {
    throw new RangeError('slowAnswer.delayMs must be 0 to 600000.');
  }
}

function asRecord(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new RangeError(`${name} must be an object.`);
}
