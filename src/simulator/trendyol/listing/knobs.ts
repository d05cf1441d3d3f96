import { isInteger, type Resources, record } from '../../kit/control';

const MINUTE_MS = 60_000;

/** Settings that a test turns. Times are those of the provider; `scale` makes all of them shorter. */
export interface Knobs {
  /** Waits last so many times less. */
  readonly scale: number;
  /** From a request to the result of its last item. */
  readonly batchMs: number;
  /** From that to the decision on a new product. */
  readonly approvalMs: number;
  /** For so long the result of a batch can be read. */
  readonly batchLifeMs: number;
  /** Within it the same stock and prices are refused; 0 switches that off. */
  readonly repeatMs: number;
  /** Whether a whole request is compared, or each item of it. The documentation leaves it open. */
  readonly repeatBy: 'body' | 'item';
  /** The status of a repeated request; undocumented. */
  readonly repeatStatus: number;
  /** An approved product can be deleted once it was archived for longer. */
  readonly deleteAfterMs: number;
  /** False: new products wait, however long ago they came. */
  readonly decides: boolean;
  /** One of so many new products is rejected; 0: none is. */
  readonly rejectEveryNth: number;
  /** Why a new product is rejected, by its barcode. */
  readonly reject: Readonly<Record<string, string>>;
  /** Barcodes whose stock and prices are accepted and do not change. */
  readonly ignored: readonly string[];
  /** Why stock and prices of an item are refused, by its barcode. */
  readonly refuse: Readonly<Record<string, string>>;
  /** How the tree of categories comes; the sources disagree. */
  readonly treeAs: 'object' | 'array';
  /** Under which name a value of an attribute comes; the sources disagree. */
  readonly valueNamed: 'attributeValue' | 'attributeValueName';
  /** The answer about a batch that is over; undocumented. */
  readonly batchOver: 'missing' | 'empty';
  /** Whether pictures of new products are fetched from where they are said to be. */
  readonly fetchesPictures: boolean;
}

const initial: Knobs = {
  scale: 1,
  batchMs: 400,
  approvalMs: 2_000,
  batchLifeMs: 240 * MINUTE_MS,
  repeatMs: 15 * MINUTE_MS,
  repeatBy: 'body',
  repeatStatus: 400,
  deleteAfterMs: 24 * 60 * MINUTE_MS,
  decides: true,
  rejectEveryNth: 0,
  reject: {},
  ignored: [],
  refuse: {},
  treeAs: 'object',
  valueNamed: 'attributeValue',
  batchOver: 'missing',
  fetchesPictures: true,
};

type Check = readonly [fits: (value: unknown) => boolean, wanted: string];

const isText = (value: unknown): value is string => typeof value === 'string';
const wait: Check = [(value) => isInteger(value) && value >= 0, 'a whole number of milliseconds'];
const reasons: Check = [
  (value) => typeof value === 'object' && value !== null && Object.values(value).every(isText),
  'reasons by barcode',
];
const among = (...values: readonly unknown[]): Check => [
  (value) => values.includes(value),
  `one of ${values.join(', ')}`,
];

const checks: Readonly<Record<keyof Knobs, Check>> = {
  scale: [(value) => typeof value === 'number' && value > 0, 'a number above 0'],
  batchMs: wait,
  approvalMs: wait,
  batchLifeMs: wait,
  repeatMs: wait,
  deleteAfterMs: wait,
  decides: among(true, false),
  repeatBy: among('body', 'item'),
  repeatStatus: among(400, 409, 422, 429),
  rejectEveryNth: [(value) => isInteger(value) && value >= 0, 'a whole number'],
  reject: reasons,
  refuse: reasons,
  ignored: [(value) => Array.isArray(value) && value.every(isText), 'a list of barcodes'],
  treeAs: among('object', 'array'),
  valueNamed: among('attributeValue', 'attributeValueName'),
  batchOver: among('missing', 'empty'),
  fetchesPictures: among(true, false),
};

/** The waits and whims of the listing services, as they are turned now. */
export class Dials {
  private turned: Knobs = initial;

  get knobs(): Knobs {
    return this.turned;
  }

  /** How long a wait of the provider lasts here. */
  wait(name: 'batchMs' | 'approvalMs' | 'batchLifeMs' | 'repeatMs' | 'deleteAfterMs'): number {
    return this.turned[name] / this.turned.scale;
  }

  readonly resource: Resources[string] = {
    GET: () => this.turned,
    PUT: (body) => {
      const wanted = record(body, 'The body', Object.keys(checks));
      for (const [name, value] of Object.entries(wanted)) {
        const [fits, what] = checks[name as keyof Knobs];
        if (!fits(value)) throw new RangeError(`${name} must be ${what}.`);
      }
      this.turned = { ...this.turned, ...wanted };
      return this.turned;
    },
    DELETE: () => {
      this.turned = initial;
      return this.turned;
    },
  };
}
