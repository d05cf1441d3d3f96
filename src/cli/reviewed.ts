import { bytesText } from '../kernel/bytes';
import type { Preview } from '../kernel/trace/recorder';
import type { ShownPreview } from '../proposal/review/bounds';
import type { Context } from './context';
import type { Item, Proposal } from './proposals';
import { plain } from './text';
import { nameOf, titled } from './value';

/** The effects of a proposal if it were applied now, as the API answers them to its owner. */
export interface Review {
  readonly hash: string;
  readonly wouldPause: number;
  readonly items: readonly ReviewedItem[];
  readonly summary: { readonly waiting: number; readonly risky: number };
}

export interface ReviewedItem {
  readonly itemId: string;
  readonly outcome: 'applies' | 'pauses' | 'skips';
  readonly why: string | null;
  /** The present effects of the item, when they differ from the recorded ones. */
  readonly preview: (Preview & Pick<ShownPreview, 'cut'>) | null;
  /** Positions of items that it builds on, and that would not be applied before it. */
  readonly buildsOn: readonly number[];
  readonly risks: readonly Risk[];
}

interface Risk {
  readonly kind: string;
  readonly count?: number;
  readonly field?: string;
  readonly percent?: number;
  readonly names?: readonly string[];
  readonly things?: readonly { readonly id: string; readonly title: string }[];
}

const awaitsVerdict = ({ state, token }: Proposal): boolean =>
  state === 'submitted' || (state === 'open' && !token.usable);

/**
 * The proposal with its review, where we are who decides on it: the previews of recording may be days old. Both are of one rev, or it is
 * read anew.
 * @param read with all of its items
 * @param wholeOf names the item that is shown whole, however heavy
 */
export async function withReview(
  prp: string,
  { client, settings }: Context,
  read: (prp: string) => Promise<Proposal>,
  wholeOf: (proposal: Proposal) => string | undefined = () => undefined,
): Promise<Proposal> {
  for (;;) {
    const proposal = await read(prp);
    if (settings.ownerCredential?.kind !== 'session' || !awaitsVerdict(proposal)) return proposal;
    const path = `/v1/proposals/${encodeURIComponent(prp)}`;
    const query = { fresh: 'true', limit: 1, whole: wholeOf(proposal) };
    const { body } = await client.send({ method: 'GET', path, query, asOwner: true });
    if (body.rev === proposal.rev) return { ...proposal, review: body.review };
  }
}

export const reviewedItem = ({ review }: Proposal, { id }: Item): ReviewedItem | undefined =>
  review?.items.find(({ itemId }) => itemId === id);

/** Writes the warnings that a reviewer must read before all items. */
export function reviewLines({ id, review }: Proposal, { terminal }: Context): string[] {
  if (!review) return [];
  const { wouldPause, summary } = review;
  const stops = `${wouldPause} of ${summary.waiting} would stop it: what it would do now is shown, and tezgah proposals skip ${id} <item> leaves it out.`;
  return [
    ...(wouldPause > 0 ? [terminal.style('yellow', stops)] : []),
    ...(summary.risky > 0
      ? [terminal.style('yellow', `${summary.risky} of ${summary.waiting} need a second look.`)]
      : []),
  ];
}

/** Why it would stop the proposal; what it would do instead stands beside it. */
export function stopLines({ outcome, why, buildsOn }: ReviewedItem, { terminal }: Context): string[] {
  if (outcome === 'skips') return [terminal.style('yellow', `  Would be skipped: ${plain(why ?? '')}`)];
  if (outcome !== 'pauses') return [];
  return [
    terminal.style('yellow', `  Would stop the proposal: ${plain(why ?? '')}`),
    ...(buildsOn.length > 0
      ? [`  It builds on what will not be applied before it (${buildsOn.join(', ')}): skip it as well.`]
      : []),
  ];
}

/** Says how much of an item's present effects is not shown, and how to see it. */
export function cutLines({ id }: Proposal, { itemId, preview }: ReviewedItem, { terminal }: Context): string[] {
  if (!preview?.cut) return [];
  const { bytes, texts, changes, effects } = preview.cut;
  const missing = [
    ...(texts > 0 ? [texts === 1 ? 'a long text is cut' : `${texts} long texts are cut`] : []),
    ...(changes > 0 ? [`${changes} ${changes === 1 ? 'change is' : 'changes are'} not shown`] : []),
    ...(effects > 0 ? [`${effects} ${effects === 1 ? 'effect is' : 'effects are'} not shown`] : []),
  ].join(', ');
  const all = `${bytesText(bytes, 'en')} in all: tezgah proposals review ${id} --whole ${itemId} shows it.`;
  return [terminal.style('yellow', `  ${missing.charAt(0).toUpperCase()}${missing.slice(1)}, ${all}`)];
}

/** A risk in words; of a kind that this version does not know its name. */
export function riskWords({ kind, count = 1, field = '', percent = 0, names = [] }: Risk): string {
  switch (kind) {
    case 'irreversible':
      return 'cannot be taken back';
    case 'removes':
      return count === 1 ? 'removes' : `removes ${count} things`;
    case 'stockZero':
      return 'stock to zero';
    case 'payee':
      return 'money goes to another account';
    case 'amount':
      return `${field.split('/').map(nameOf).join('/')} ${percent > 0 ? '+' : ''}${percent} %`;
    case 'marks':
      return `marks that turn the direction of text: ${names.map((name) => `[${plain(name)}]`).join(' ')}`;
    case 'alike':
      return 'similar title';
    default:
      return plain(kind);
  }
}

/** The things whose titles look like that of the thing of an item: who decides must see which, and where. */
export function alikeLines(risks: readonly Risk[]): string[] {
  const things = risks.flatMap(({ kind, things = [] }) => (kind === 'alike' ? things : []));
  if (things.length === 0) return [];
  return [`  May be taken for: ${things.map(({ id, title }) => titled(id, title)).join(', ')}`];
}
