import { extensionOf } from '../../kernel/declaration/extension-of';
import { type Static, t } from '../../kernel/schema/schema';
import { type ClaimAct, type ClaimRow, isClaim } from '../channel/claim';
import { checkedAnswer } from '../checked-answer';
import { CursorRefused, ProviderAnswerInvalid } from '../error';
import type { ChannelAdapter, Operation } from '../port';
import type { RequestGroup } from '../provider';
import { claimLimits, readClaim } from './claim';
import type { TrendyolClient } from './client';
import { assertDone, assertNoRefusal } from './done';
import { ISTANBUL_MS } from './package';
import { slicesOf, TWO_WEEKS_MS } from './slices';

const NAME = 'Trendyol';
const SIZE = 200;
/** The reason with which the marketplace takes goods to examine them. */
const ANALYSIS = '451';

export const claimOperations = ['claims', 'claimsById', 'actOnClaim'] as const satisfies readonly Operation[];

type ClaimAdapter = Pick<ChannelAdapter, (typeof claimOperations)[number]>;

/** Limits of the claim services in a minute (providers.md §2.2). Whether approvals and issues share theirs is unknown, so they do. */
export const claimGroups = (requestsPer10Seconds: number): readonly RequestGroup[] => {
  const isLimited = requestsPer10Seconds !== 0;
  return [
    {
      name: 'claims',
      operations: ['claims', 'claimsById'],
      per10Seconds: null,
      perMinute: isLimited ? 1_000 : null,
    },
    { name: 'claim_act', operations: ['actOnClaim'], per10Seconds: null, perMinute: isLimited ? 5 : null },
  ];
};

const pageSchema = t.Object({
  content: t.Array(t.Unknown()),
  totalPages: t.Integer({ minimum: 0, maximum: 100_000_000 }),
});

/** Trendyol's claim services in the platform's words. */
export function claimsOf(client: TrendyolClient): ClaimAdapter {
  const path = `/order/sellers/${client.credentials.sellerId}/claims`;

  const listed = async (query: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const answer = await client.get(path, { size: String(SIZE), ...query }, signal);
    assertNoRefusal(answer);
    const page = checkedAnswer<Static<typeof pageSchema>>(NAME, 'a page', pageSchema, answer);
    if (page.content.length > SIZE)
      throw new ProviderAnswerInvalid(`${NAME} answered ${page.content.length} claims where ${SIZE} were asked for.`);
    return { rows: page.content.map(readClaim), totalPages: page.totalPages };
  };

  return {
    async claims({ from, to }, cursor, signal) {
      // The filter's reading of dates is not documented, so it is asked for more on both sides.
      const slices = slicesOf(Date.parse(from) - ISTANBUL_MS, Date.parse(to) + ISTANBUL_MS, TWO_WEEKS_MS);
      const { at, page } = placeIn(cursor, slices.length);
      const [startDate, endDate] = slices[at] as readonly [number, number];
      const query = { page: String(page), startDate: String(startDate), endDate: String(endDate) };
      const { rows, totalPages } = await listed(query, signal);
      if (rows.length > 0 && page + 1 < totalPages) return { rows, next: `${at}:${page + 1}` };
      return { rows, next: at + 1 < slices.length ? `${at + 1}:0` : null };
    },

    async claimsById(claimIds, signal) {
      const known = claimIds.filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id)).slice(0, claimLimits.claimsAsked);
      if (known.length === 0) return [];
      const { rows } = await listed({ page: '0', claimIds: known.join(',') }, signal);
      return rows.filter((row: ClaimRow) => !isClaim(row) || known.includes(row.claimId));
    },

    async actOnClaim(claimId, act, signal) {
      const at = `${path}/${encodeURIComponent(claimId)}`;
      if (act.act === 'approve') {
        const body = { claimLineItemIdList: act.itemIds, params: {} };
        assertDone(await client.tell('PUT', `${at}/items/approve`, body, signal));
        return;
      }
      const query = new URLSearchParams({
        claimIssueReasonId: act.reason ?? ANALYSIS,
        claimItemIdList: act.itemIds.join(','),
        description: act.description,
      });
      assertDone(await client.tellForm(`${at}/issue?${query}`, formOf(act), signal));
    },
  };
}

function formOf({ files }: Exclude<ClaimAct, { readonly act: 'approve' }>): FormData {
  const form = new FormData();
  // The documents have both names of the field.
  for (const [at, { bytes, type }] of files.entries())
    for (const field of ['files', 'file'])
      form.append(field, new Blob([bytes], { type }), `belge-${at + 1}.${extensionOf(type)}`);
  return form;
}

/** A cursor of the platform names a slice of the window, and a page of its list. @throws {CursorRefused} */
function placeIn(cursor: string | null, slices: number): { readonly at: number; readonly page: number } {
  if (cursor === null) return { at: 0, page: 0 };
  const [, at = '', page = ''] = /^(\d{1,4}):(\d{1,6})$/.exec(cursor) ?? [];
  if (page === '' || Number(at) >= slices) throw new CursorRefused(400, null, 'The cursor is of another window.');
  return { at: Number(at), page: Number(page) };
}
