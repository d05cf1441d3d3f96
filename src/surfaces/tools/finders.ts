import { folded } from '../../kernel/folded';
import { line, object, type TSchema, t } from '../../kernel/schema/schema';
import { assertFits } from './arguments';
import { type Definition, inputSchemaOf } from './definition';
import { lenient } from './lenient';
import { NAMES_MAX } from './protocol';
import { result, type ToolResult } from './result';
import { schemaForTools, shownAnswer } from './shown';
import type { Json, Tool } from './tool';

/** The tools that a caller may reach by the finders. */
export interface Reach {
  readonly tools: readonly Tool[];
  nameOf(tool: Tool): string;
  /** Arguments of a tool that succeed for the caller. */
  exampleOf(tool: Tool): Json | undefined;
  /** @throws {Refusal} invalid_request for a name that is no tool's */
  find(name: string, pointer: string): Tool;
  call(tool: Tool, args: Json): Promise<ToolResult>;
}

/** A tool about tools: for clients that should not read all of them before they begin. */
export interface Finder {
  readonly id: string;
  readonly definition: Definition;
  run(args: Json, reach: Reach): Promise<ToolResult>;
}

const FOUND_MAX = 15;
/** About 2,000 tokens each, of the larger ones. */
const DESCRIBED_MAX = 3;
const toolName = line(80, { description: 'Name of the tool, from tools.search.' });

const searching = {
  query: line(200, { description: 'Words of what you would do, in English or Turkish.' }),
};
const describing = {
  names: t.Array(toolName, { minItems: 1, maxItems: DESCRIBED_MAX, description: `Up to ${DESCRIBED_MAX} of them.` }),
};
const calling = {
  name: toolName,
  arguments: t.Optional(
    t.Record(t.String(), t.Unknown(), {
      description: 'Arguments of the tool, as tools.describe shows them.',
      maxProperties: NAMES_MAX,
    }),
  ),
};

export const finders: readonly Finder[] = [
  finder('tools.search', {
    title: 'Search the tools',
    description: 'Finds tools of the store by words: their names, and what they do. Describe one before you call it.',
    takes: searching,
    required: ['query'],
    async run({ query }, { tools, nameOf }) {
      const words = wordsOf(query as string);
      const ranked = tools
        .map((tool) => ({ tool, rank: rankOf(tool, words) }))
        .filter(({ rank }) => rank > 0)
        .toSorted((left, right) => right.rank - left.rank);
      const items = ranked.slice(0, FOUND_MAX).map(({ tool }) => ({
        name: nameOf(tool),
        title: tool.definition.title,
        description: tool.capability.summary,
      }));
      return result({ items, found: ranked.length });
    },
  }),
  finder('tools.describe', {
    title: 'Describe tools',
    description: `Tells all about up to ${DESCRIBED_MAX} tools: whole schemas, with limits and the Turkish names of fields and choices, the scope they need, how they are refused, and arguments that work.`,
    takes: describing,
    required: ['names'],
    async run({ names }, { find, nameOf, exampleOf }) {
      const tools = (names as string[]).map((name, at) => find(name, `/names/${at}`));
      return result({ items: tools.map((tool) => ({ name: nameOf(tool), ...described(tool, exampleOf(tool)) })) });
    },
  }),
  finder('tools.call', {
    title: 'Call a tool',
    description: 'Calls a tool of the store by its name, as if it had been listed.',
    takes: calling,
    required: ['name'],
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    run: async ({ name, arguments: args = {} }, { find, call }) => call(find(name as string, '/name'), args as Json),
  }),
];

export const finderIds = finders.map(({ id }) => id);

interface Draft {
  readonly title: string;
  readonly description: string;
  readonly takes: Readonly<Record<string, TSchema>>;
  readonly required: readonly string[];
  /** @default those of a read */
  readonly annotations?: Definition['annotations'];
  /** Runs the finder with arguments that fit. */
  run: Finder['run'];
}

function finder(id: string, { title, description, takes, required, annotations, run }: Draft): Finder {
  const schema = object(takes);
  return {
    id,
    definition: {
      title,
      description,
      inputSchema: inputSchemaOf({ properties: takes, required }),
      annotations: annotations ?? { readOnlyHint: true, openWorldHint: false },
    },
    async run(args, reach) {
      const stated = lenient({ properties: takes, required }, args);
      assertFits(schema, stated);
      return run(stated, reach);
    },
  };
}

/** A word counts most in the name, and least in what a tool does; 0: none is there. */
function rankOf({ capability: { id, label, summary, soughtBy = '' } }: Tool, sought: readonly string[]): number {
  const places = [summary, `${label?.en} ${label?.tr} ${soughtBy}`, id.replaceAll(/(?=[A-Z])/g, ' ')].map(wordsOf);
  const weigh = (word: string): number =>
    places.reduce((sum, words, at) => sum + Math.max(0, ...words.map((other) => likeness(word, other))) * (at + 1), 0);
  return sought.reduce((sum, word) => sum + weigh(word), 0);
}

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const STEM_MIN = 4;
/** A shorter word begins too many others: "is" is no beginning of "issue". */
const BEGINNING_MIN = 3;

/**
 * Turkish and English put their endings behind a word, so one may begin with the other; a word that is there as it is counts more:
 * "readiness" is no kind of "read".
 */
function likeness(word: string, other: string): number {
  if (word === other) return 4;
  if (word.length >= BEGINNING_MIN && other.startsWith(word)) return 2;
  return other.length >= STEM_MIN && word.startsWith(other) ? 1 : 0;
}

function described({ capability, definition, arguments: taken }: Tool, example: Json | undefined): Json {
  const { scope, policy, refuses, result: told } = capability;
  return {
    ...definition,
    inputSchema: { type: 'object', properties: schemaForTools(taken.properties), required: taken.required },
    label: capability.label?.tr,
    policy,
    scope,
    ...(example ? { example } : {}),
    // A read answers itself; the outcome of a change stands in its answer, beside its key and its audit row.
    answers: shownAnswer(definition.annotations.readOnlyHint ? told : { properties: { result: told } }),
    refuses,
  };
}
