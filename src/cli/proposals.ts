import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { newUlid } from '../kernel/ids';
import type { FieldChange } from '../kernel/trace/change';
import type { Preview } from '../kernel/trace/recorder';
import { wholeProposal } from '../proposal/pages';
import { saidBeside } from '../proposal/unshown-words';
import type { Context } from './context';
import { CliError, usage } from './exit';
import {
  alikeLines,
  cutLines,
  type Review,
  type ReviewedItem,
  reviewedItem,
  reviewLines,
  riskWords,
  stopLines,
  withReview,
} from './reviewed';
import { runCommand } from './run';
import { Progress } from './terminal';
import { plain, table } from './text';
import { whole } from './typed';
import { framed, isPlain, nameOf, plainValue, quoted } from './value';
import { everyPage } from './verbs';

export interface Item {
  readonly id: string;
  readonly seq: number;
  readonly command: string;
  readonly summary: string;
  readonly state: string;
  readonly irreversible: boolean;
  readonly risks: ReviewedItem['risks'];
  readonly payload: unknown;
  readonly preview: Preview;
  readonly currentPreview: Preview | null;
  readonly problem: { readonly code?: string; readonly detail?: string } | null;
  readonly pictures: readonly { readonly id: string; readonly url: string }[];
  readonly files: readonly { readonly field: string; readonly type: string; readonly url: string }[];
  readonly auditId: string | null;
}

export interface Proposal {
  readonly id: string;
  readonly state: string;
  readonly token: { readonly id: string; readonly label: string; readonly kind: string; readonly usable: boolean };
  readonly items: {
    readonly total: number;
    readonly pending: number;
    readonly applied: number;
    readonly skipped: number;
    readonly leftRunning: number;
  };
  readonly note: string | null;
  readonly reason: string | null;
  readonly pause: { readonly itemId: string; readonly seq: number; readonly message: string } | null;
  readonly hash: string;
  readonly rev: number;
  readonly createdAt: string;
  /** The review of the proposal, where we decide on it. */
  readonly review?: Review | null;
  readonly list: readonly Item[];
  readonly references: Readonly<Record<string, string>>;
  readonly nextCursor: string | null;
}

const POLL_MS = 700;

const pathOf = (prp: string, verb = ''): string => `/v1/proposals/${encodeURIComponent(prp)}${verb}`;

/** With all of its items. */
const getProposal = (prp: string, client: Context['client']): Promise<Proposal> =>
  wholeProposal<Proposal>((page) => client.get(pathOf(prp), page));

/**
 * Adds the verbs for proposals of agents, on which owners decide. Approval names the hash of the shown version, so nothing unseen is ever
 * approved.
 */
export function addProposals(program: Command, context: Context): void {
  const { client, terminal, settings } = context;
  const proposals = program.command('proposals').description('Review, decide and follow proposals.');
  const get = (prp: string): Promise<Proposal> => getProposal(prp, client);
  const review = (prp: string, whole?: string): Promise<Proposal> =>
    withReview(prp, context, get, (proposal) => (whole === undefined ? undefined : itemOf(proposal, whole).id));

  proposals
    .command('list')
    .description('The inbox, newest first; agents see their own.')
    .option('--state <state>', 'open, submitted, applying, paused, applied, rejected or withdrawn')
    .option('--limit <n>', 'how many of them (default: 50)', whole)
    .option('--cursor <text>', 'nextCursor of the page before')
    .option('--all', 'every page, one after the other')
    .action(async ({ all, ...query }: { state?: string; limit?: number; cursor?: string; all?: true }) => {
      const request = { method: 'GET', path: '/v1/proposals', query, asOwner: false };
      const { body } = await (all
        ? everyPage(request, client)
        : client.send({ ...request, query: { ...context.askedOfLists, ...query } }));
      terminal.answer(body);
      terminal.print(inbox(body.items));
      context.noteRest(body);
    });

  proposals
    .command('get')
    .description('One proposal with the preview of every item.')
    .argument('<prp>')
    .action(async (prp: string) => {
      const proposal = await get(prp);
      terminal.answer(proposal);
      terminal.print(reviewOf(proposal, context));
    });

  proposals
    .command('review')
    .description(
      'Show before and after of every item, then decide: agents submit or withdraw, owners see what it would do by now, and approve or reject.',
    )
    .argument('<prp>')
    .option('--submit', 'hand it to the owner')
    .option('--withdraw', 'take it back')
    .option('--note <text>', 'with --submit: what the owner should know')
    .option('--whole <item>', 'an item, by number or id, to show all of, however heavy')
    .action(async (prp: string, options: { submit?: true; withdraw?: true; note?: string; whole?: string }) => {
      const proposal = await review(prp, options.whole);
      terminal.print(reviewOf(proposal, context));
      if (options.submit && options.withdraw) usage('--submit and --withdraw exclude each other.');
      const choice = options.submit ? 'submit' : options.withdraw ? 'withdraw' : await ask(proposal, context);
      if (choice === undefined) return terminal.answer(proposal);
      await decide(choice, proposal, options.note, context);
    });

  proposals
    .command('submit')
    .description('Hand an open proposal to the owner, who is mailed a link.')
    .argument('<prp>')
    .option('--note <text>', 'what the owner should know')
    .action(async (prp: string, { note }: { note?: string }) => {
      context.show(await command('submit', { proposalId: prp, note }, context));
    });

  proposals
    .command('withdraw')
    .description('Take a proposal back; what was applied of it stays.')
    .argument('<prp>')
    .option('--reason <text>', 'why')
    .action(async (prp: string, { reason }: { reason?: string }) => {
      context.show(await command('withdraw', { proposalId: prp, reason }, context));
    });

  proposals
    .command('approve')
    .description('Approve what you saw, and apply its items in order.')
    .argument('<prp>')
    .option('--hash <hash>', 'hash of the review that was shown; without it, it is shown and you are asked')
    .option('--watch', 'follow it to its end')
    .action(async (prp: string, options: { hash?: string; watch?: true }) => {
      const hash = options.hash ?? (await seenHash(await review(prp), 'Approve it?', context));
      const answer = await approve(prp, hash, context);
      if (options.watch) return watch(prp, context);
      context.show(answer);
    });

  proposals
    .command('reject')
    .description('Reject a submitted proposal: nothing of it is applied.')
    .argument('<prp>')
    .option('--reason <text>', 'why')
    .action(async (prp: string, { reason }: { reason?: string }) => {
      if (!(await terminal.confirm(`Reject ${prp}?`, settings.yes))) usage('Not confirmed: nothing has changed.');
      context.show(await command('reject', { proposalId: prp, reason }, context));
    });

  proposals
    .command('skip')
    .description('Skip an item: a submitted proposal is approved without it, a paused one goes on.')
    .argument('<prp>')
    .argument('<item>', 'its number or id')
    .option('--reason <text>', 'why; told to whoever proposed it')
    .action(async (prp: string, word: string, { reason }: { reason?: string }) => {
      const item = itemOf(await get(prp), word);
      context.show(await command('item.skip', { proposalId: prp, itemId: item.id, reason }, context));
    });

  proposals
    .command('accept')
    .description('Accept the new preview of a stale item and go on.')
    .argument('<prp>')
    .argument('<item>', 'its number or id')
    .option('--hash <hash>', 'hash of the new preview as it was reviewed; without it, it is shown and you are asked')
    .action(async (prp: string, word: string, { hash }: { hash?: string }) => {
      const item = itemOf(await get(prp), word);
      const seen = hash ?? (await seenPreview(item, context));
      context.show(await resume(prp, { accept: [{ itemId: item.id, hash: seen }] }, context));
    });

  proposals
    .command('resume')
    .description('Go on with a paused proposal.')
    .argument('<prp>')
    .option('--skip <item...>', 'items to skip, by number or id')
    .action(async (prp: string, { skip }: { skip?: string[] }) => {
      const proposal = skip ? await get(prp) : undefined;
      const body = proposal && skip ? { skip: skip.map((word) => itemOf(proposal, word).id) } : {};
      context.show(await resume(prp, body, context));
    });

  proposals
    .command('watch')
    .description('Follow a proposal that is being applied: 0 applied, 5 paused, 1 rejected or withdrawn.')
    .argument('<prp>')
    .action((prp: string) => watch(prp, context));
}

const approve = (prp: string, hash: string, { client }: Context) =>
  client.send({ method: 'POST', path: pathOf(prp, '/onayla'), body: { hash }, ...change() });

const resume = (prp: string, body: object, { client }: Context) =>
  client.send({ method: 'POST', path: pathOf(prp, '/devam'), body, ...change() });

function change() {
  const key = newUlid();
  return { headers: { 'Idempotency-Key': key }, key, asOwner: true };
}

function command(
  verb: 'submit' | 'withdraw' | 'reject' | 'item.skip',
  payload: { proposalId: string; itemId?: string; note?: string | undefined; reason?: string | undefined },
  context: Context,
) {
  const asOwner = verb === 'reject' || verb === 'item.skip';
  return runCommand(context, { command: `proposal.${verb}`, payload, asOwner });
}

type Choice = 'submit' | 'withdraw' | 'approve' | 'reject' | 'skip' | 'accept';

/** Lists the decisions that we may make in this state. */
export function choicesOf({ state, pause, token, list }: Proposal, { settings }: Context): Choice[] {
  const owner = settings.ownerCredential?.kind === 'session';
  if (state === 'open') return owner && !token.usable ? ['approve', 'reject', 'withdraw'] : ['submit', 'withdraw'];
  if (state === 'submitted') return owner ? ['approve', 'reject'] : ['withdraw'];
  if (state === 'paused' && pause && owner) {
    // Started work of an item goes on, so that the item can be neither skipped nor applied anew.
    const goesOn = list.some(({ id, state }) => id === pause.itemId && state === 'started');
    return goesOn ? ['withdraw'] : ['accept', 'skip', 'withdraw'];
  }
  if (state === 'paused') return ['withdraw'];
  if (state === 'applying') return ['withdraw'];
  return [];
}

async function ask(proposal: Proposal, context: Context): Promise<Choice | undefined> {
  const choices = choicesOf(proposal, context);
  if (choices.length === 0 || !context.terminal.interactive) return undefined;
  const word = await context.terminal.ask(`${choices.join(', ')}, or Enter to leave it as it is:`);
  return choices.find((choice) => choice === word.toLowerCase());
}

async function decide(choice: Choice, proposal: Proposal, note: string | undefined, context: Context): Promise<void> {
  const { id: prp, pause } = proposal;
  if (choice === 'approve') {
    await approve(prp, hashOf(proposal), context);
    return watch(prp, context);
  }
  const pit = pause?.itemId ?? '';
  if (choice === 'accept') {
    const seen =
      itemOf(proposal, pit).currentPreview?.hash ?? usage('There is no new preview to accept: skip the item.');
    await resume(prp, { accept: [{ itemId: pit, hash: seen }] }, context);
    return watch(prp, context);
  }
  if (choice === 'skip') {
    await command('item.skip', { proposalId: prp, itemId: pit }, context);
    return watch(prp, context);
  }
  context.show(await command(choice, { proposalId: prp, ...(choice === 'submit' ? { note } : {}) }, context));
}

/** Names what was shown: the review, where there is one. */
const hashOf = ({ hash, review }: Proposal): string => review?.hash ?? hash;

/** Shows the proposal and asks; its hash is what was shown. */
async function seenHash(proposal: Proposal, question: string, context: Context): Promise<string> {
  const { terminal } = context;
  if (!terminal.interactive)
    usage(
      '--hash is required: the hash of the review that was read.',
      'tezgah proposals review <prp> --json shows it, as review.hash.',
    );
  terminal.note(reviewOf(proposal, context));
  if (!(await terminal.confirm(question, false))) usage('Not confirmed: nothing has changed.');
  return hashOf(proposal);
}

async function seenPreview(item: Item, context: Context): Promise<string> {
  const { terminal } = context;
  if (!item.currentPreview) usage(`Item ${item.seq} has no new preview: it is ${item.state}.`);
  if (!terminal.interactive) usage('--hash is required: currentPreview.hash of the item that was reviewed.');
  terminal.note(itemLines(item, context).join('\n'));
  if (!(await terminal.confirm('Accept what it would do now?', false))) usage('Not confirmed: nothing has changed.');
  return (item.currentPreview as Preview).hash;
}

/** An item by its number or its id. */
function itemOf({ id, list }: Proposal, word: string): Item {
  const item = list.find((candidate) => candidate.id === word || String(candidate.seq) === word);
  if (!item) throw new CliError('missing', 'not_found', `${id} has no item ${word}.`);
  return item;
}

async function watch(prp: string, context: Context): Promise<void> {
  const { client, terminal } = context;
  const progress = new Progress();
  let proposal = await getProposal(prp, client);
  while (proposal.state === 'applying') {
    progress.show(counts(proposal));
    await sleep(POLL_MS);
    proposal = await getProposal(prp, client);
  }
  progress.show(counts(proposal));
  progress.end();
  terminal.answer(proposal);
  terminal.print(`${prp} is ${proposal.state}${proposal.pause ? `: ${plain(proposal.pause.message)}` : ''}.`);
  if (proposal.state === 'paused') context.ending = 'conflict';
  else if (proposal.state !== 'applied') context.ending = 'refused';
}

/** Counts the decided items of a proposal; a skipped one was not applied. */
const decided = ({ items: { applied, skipped } }: Proposal): string[] => [
  ...(applied > 0 ? [`${applied} applied`] : []),
  ...(skipped > 0 ? [`${skipped} skipped`] : []),
];

const counts = ({ state, items }: Proposal): string =>
  `${state}: ${items.applied} of ${items.total} applied, ${items.skipped} skipped${items.leftRunning > 0 ? `, ${items.leftRunning} left while its work went on` : ''}`;

function inbox(items: readonly Proposal[]): string {
  if (items.length === 0) return 'No proposals.';
  const rows = items.map(({ id, state, items: { total, applied, skipped }, token, createdAt, note }) => [
    id,
    state,
    `${applied}/${total}${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    plain(token.label),
    createdAt,
    plain(note ?? ''),
  ]);
  return table([['ID', 'STATE', 'ITEMS', 'BY', 'SINCE', 'NOTE'], ...rows]).join('\n');
}

/** Writes all that a reviewer must see, in the order in which it will be applied. */
function reviewOf(proposal: Proposal, context: Context): string {
  context.learn(proposal);
  const { id, state, token, note, reason, pause, list } = proposal;
  const { terminal } = context;
  const amount = [`${list.length} ${list.length === 1 ? 'item' : 'items'}`, ...decided(proposal)].join(', ');
  const lines = [terminal.style('bold', `${id} is ${state}: ${amount}, by ${quoted(token.label)} (${token.kind})`)];
  if (note) lines.push('Note of the proposer:', ...framed(note));
  if (reason) lines.push('Reason:', ...framed(reason));
  if (pause) lines.push(terminal.style('yellow', `Paused at item ${pause.seq}: ${plain(pause.message)}`));
  lines.push(...reviewLines(proposal, context));
  for (const item of list) {
    const reviewed = reviewedItem(proposal, item);
    lines.push('', ...itemLines(item, context, reviewed), ...(reviewed ? cutLines(proposal, reviewed, context) : []));
  }
  return [...lines, '', `Hash ${hashOf(proposal)}`].join('\n');
}

/** @param reviewed what it would come to by now */
function itemLines(item: Item, context: Context, reviewed?: ReviewedItem): string[] {
  const { seq, command: id, state, payload, preview, problem } = item;
  const { terminal } = context;
  const risks = reviewed?.risks ?? item.risks;
  const marks = [state, ...risks.map(riskWords)];
  const currentPreview = reviewed?.preview ?? item.currentPreview;
  const heading = terminal.style('bold', `${seq}. ${id} (${marks.join(', ')}) ${item.id}`);
  const stops = reviewed ? stopLines(reviewed, context) : [];
  const why = stops.length > 0 || !problem ? stops : [`  ${plain(problem.detail ?? problem.code ?? '')}`];
  const said = saidBeside(payload, preview.changes).map(
    ({ path, text }) => `  The call also says ${path.split('/').map(nameOf).join('/')}: ${quoted(text)}`,
  );
  const effect =
    currentPreview && state !== 'applied'
      ? sideBySide(preview, currentPreview, context)
      : indented(context.preview(currentPreview ?? preview));
  return [heading, ...alikeLines(risks), ...why, ...effect, ...said, ...seenLines(item, context)];
}

/** Writes the addresses of the pictures and files of an item, so that nobody decides on a picture unseen. */
function seenLines({ pictures, files }: Item, { settings }: Context): string[] {
  const at = (url: string): string => settings.url + url;
  return [
    ...pictures.map(({ id, url }) => `  Picture ${nameOf(id)}: ${at(url)}`),
    ...files.map(({ field, type, url }) => `  File ${nameOf(field)} (${plain(type)}): ${at(url)}`),
  ];
}

/** Compares the effects of an item when it was proposed with those that it would have now. */
function sideBySide(then: Preview, now: Preview, context: Context): string[] {
  const { terminal } = context;
  const keyOf = ({ entity, id, field }: FieldChange): string => `${entity} ${nameOf(id)} ${nameOf(field)}`;
  const keys = [...new Set([...then.changes, ...now.changes].map(keyOf))];
  const cells = (preview: Preview, key: string): [string, string] => {
    const change = preview.changes.find((candidate) => keyOf(candidate) === key);
    const at = { place: context.meanings(change?.entity ?? '', change?.field ?? ''), titles: context.titles };
    return change ? [plainValue(change.before, at), plainValue(change.after, at)] : ['', ''];
  };
  const stacked = [
    '  When it was proposed:',
    ...indented(context.preview(then)),
    '  Now:',
    ...indented(context.preview(now)),
  ];
  if (![...then.changes, ...now.changes].every(({ before, after }) => isPlain(before) && isPlain(after)))
    return stacked;
  const rows = keys.map((key) => [key, ...cells(then, key), ...cells(now, key)]);
  const lines = table([['', 'before, proposed', 'after, proposed', 'before, now', 'after, now'], ...rows], '  ');
  return lines.every(({ length }) => length <= terminal.columns) ? lines : stacked;
}

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`);
