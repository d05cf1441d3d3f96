import { readdirSync } from 'node:fs';
import path from 'node:path';
import { problemOf, Refusal } from '../../src/kernel/errors';
import type { Refusals } from '../../src/kernel/meaning';
import { meaningOf, type ProblemCode, problems } from '../../src/kernel/problems';
import '../../src/nouns';
import { faultSaid, saidBy } from '../../src/panel/parts/problem-words';
import { turkishDetail } from '../../src/panel/text/details';
import { en } from '../../src/panel/text/en';
import { refusalsOfNouns } from '../../src/panel/text/refusals';
import { tr } from '../../src/panel/text/tr';
import { registry } from '../../src/registry';
import { type Node, parsed, sources } from '../house/source';

/** Words of English that no Turkish sentence has. */
const ENGLISH =
  /(?<!\p{L})(the|is|are|of|and|not|has|have|was|were|by|for|with|to|from|this|that|there|must|already|no|an|its|it)(?!\p{L})/iu;

interface SaidRefusal {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly at: string;
}

/** Stand in the places of a template that are filled in later: a state, or a number. */
const FILLINGS = ['archived', '7'] as const;

/** The texts that a literal may become. */
function textsOf(node: Node | undefined): string[] {
  if (node?.type === 'StringLiteral') return [String(node.value)];
  if (node?.type !== 'TemplateLiteral') return [];
  const parts = (node.quasis as readonly { readonly cooked: string }[]).map(({ cooked }) => cooked);
  return parts.length === 1 ? parts : FILLINGS.map((filling) => parts.join(filling));
}

/** Refusals of a file that state their code and their detail. */
function refusalsIn(file: string): SaidRefusal[] {
  const { nodes, line } = parsed(file);
  return nodes.flatMap((node) => {
    const callee = node.callee as (Node & { readonly value?: string }) | undefined;
    const isRefusal =
      (node.type === 'CallExpression' && callee?.value === 'refuse') ||
      (node.type === 'NewExpression' && callee?.value === 'Refusal');
    if (!isRefusal) return [];
    const [[code] = [], details = []] = (node.arguments as readonly { readonly expression: Node }[]).map(
      ({ expression }) => textsOf(expression),
    );
    return code === undefined
      ? []
      : details.map((detail) => ({ code: code as ProblemCode, detail, at: `${file}:${line(node)}` }));
  });
}

const refusals = sources.filter((file) => /^src\/(?!simulator|panel)/.test(file)).flatMap(refusalsIn);

test('the panel has words for the codes of every noun', async () => {
  const folder = path.join(__dirname, '../../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!kernel)[a-z]+\/refusals\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const { refusals: own } = (await import(path.join(folder, file))) as { readonly refusals: Refusals };
    expect([file, refusalsOfNouns.some((each) => (each as Refusals) === own)]).toEqual([file, true]);
  }
});

test('every code that is answered has a sentence in each language', () => {
  const refused = [...registry.commands, ...registry.routes].flatMap((each) => each.refuses ?? []);
  const codes = new Set([...problems().map(([code]) => code), ...refused, ...refusals.map(({ code }) => code)]);
  expect(codes.size).toBeGreaterThan(100);
  const wordless = [...codes].filter((code) => {
    const { title, turkish } = meaningOf(code);
    return !title.endsWith('.') || !turkish.endsWith('.') || ENGLISH.test(turkish) || turkish === title;
  });
  expect(wordless).toEqual([]);
});

test('a Turkish panel shows no detail in English, and an English one shows each', () => {
  expect(refusals.length).toBeGreaterThan(300);
  for (const { code, detail, at } of refusals) {
    const problem = problemOf(new Refusal(code, detail));
    const said = saidBy(problem, tr, turkishDetail);
    expect([at, said.title]).toEqual([at, meaningOf(code).turkish]);
    expect([at, ENGLISH.test(said.detail ?? ''), said.detail === detail]).toEqual([at, false, false]);
    expect([at, saidBy(problem, en).detail]).toEqual([at, detail === meaningOf(code).title ? null : detail]);
  }
});

test('a fault of a field that has no words is told in Turkish without its reason', () => {
  expect(faultSaid('makes no sense to anybody', tr)).toBe('uygun değil');
  expect(faultSaid('is required', tr)).toBe('doldurulmalı');
  expect(faultSaid('makes no sense to anybody', en)).toBe('makes no sense to anybody');
});

/** Codes whose sentence says nothing of the reason: it stands in the detail alone. */
const REASONLESS: ReadonlySet<ProblemCode> = new Set(['invalid_state', 'limit_exceeded', 'throttled', 'unavailable']);

/** Refusals that programs alone meet, by how their detail begins: limits of tokens, and rules of HTTP. The list may only shrink. */
const OF_PROGRAMS = [
  'A token that may move prices',
  'At most 7 proposals of a token',
  'A proposal of this token',
  'A proposal takes at most',
  'An item and its preview take',
  'Of one caller 7 bodies',
  // Both parts are sentences about a limit of a token.
  '7 7',
];

test('where the sentence of a code says no reason, people read it in Turkish', () => {
  const reasons = refusals.filter(({ code }) => REASONLESS.has(code));
  const worded = new Set(
    reasons.filter(({ detail }) => turkishDetail(detail) !== undefined || isOfPrograms(detail)).map(({ at }) => at),
  );
  expect(reasons.filter(({ at }) => !worded.has(at)).map(({ at, detail }) => `${at} ${detail}`)).toEqual([]);
  expect(OF_PROGRAMS.filter((begin) => !reasons.some(({ detail }) => detail.startsWith(begin)))).toEqual([]);
});

const isOfPrograms = (detail: string): boolean => OF_PROGRAMS.some((begin) => detail.startsWith(begin));
