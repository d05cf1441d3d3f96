import type { Queryable } from '../kernel/database/queryable';
import type { CapabilityIndex } from '../kernel/declaration/capability-index';
import { withoutPlaces } from '../kernel/declaration/content';
import { exampleId } from '../kernel/declaration/example';
import { PROPOSAL_ITEMS_MAX } from '../kernel/declaration/principal';
import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { type Picture, picturesAmong, picturesOf } from '../kernel/objects/pictures';
import { id, label, object, oneOf, PAGE_ROWS, pageQuery, t } from '../kernel/schema/schema';
import { referencesIn, type Titled } from '../kernel/table/references';
import { changeOf } from '../kernel/trace/change';
import type { Preview } from '../kernel/trace/recorder';
import { type Sight, sightOf } from '../kernel/trace/sight';
import { designsOf } from './item/designs';
import { filesOfItem } from './item/files';
import { namedByItem } from './item/named';
import { isOver, isStarted } from './item/state';
import { itemStates } from './item/table';
import { uponOf } from './item/upon';
import { type ItemWork, workOfItem } from './item/work';
import { alikesOf, givesTitle, NONE_ALIKE, titleFields } from './review/alike';
import { withinBounds } from './review/bounds';
import { freshReview, isReviewed } from './review/review';
import { alikeAmong, factsOf, isIrreversible, movesIn, risksOf } from './review/risks';
import { assertSeenBy } from './state';
import { changesCreating, findProposal, pageOfItems, titleChanges } from './store';
import { type ItemRow, proposalDetailSchema, proposalView } from './view';

export default readRoute({
  id: 'proposals.get',
  label: { tr: 'Öneriyi oku', en: 'Read a proposal' },
  http: 'GET /v1/proposals/{prp}',
  summary: 'One proposal with a page of its items in order: what each would change, as recorded and as it stands now.',
  policy: 'read',
  scope: 'proposals:write',
  role: 'packer',
  params: object({ prp: id('prp') }),
  query: object({
    ...pageQuery,
    // An owner who decides on a proposal reads it at once, so a page may hold as many items as a proposal. The weight of a page is bounded
    // separately.
    limit: t.Optional(t.Integer({ minimum: 1, maximum: PROPOSAL_ITEMS_MAX, default: PAGE_ROWS })),
    fresh: t.Optional(
      t.Boolean({
        description: `For the owner: runs what waits on trial, and answers \`review\` of all of it, cut where it is heavy: \`whole\` names an item whose \`preview\` is answered whole. Of more than ${PROPOSAL_ITEMS_MAX} items it counts what was recorded.`,
      }),
    ),
    whole: t.Optional(id('pit')),
    from: t.Optional(
      label('İlk öğe', 'First item')({ ...id('pit'), description: 'Begins the first page with this item of it.' }),
    ),
    state: t.Optional(oneOf(itemStates, { description: 'Lists the items in this state alone.' })),
  }),
  result: proposalDetailSchema,
  refuses: ['invalid_request', 'owner_only', 'not_found', 'unavailable'],
  example: { params: { prp: exampleId('prp', 'ZAM') } },

  async run({ db, storeId, principal, params, query, services, cursors }) {
    const { limit = PAGE_ROWS, fresh = false, whole, from = null, state = null } = query;
    if (fresh && principal.kind !== 'owner')
      refuse('owner_only', 'What a proposal would do now is for its owner to ask.');
    const [after = null] = cursors.from(['text']) ?? [];
    const { entities } = services.capabilities;
    const sight = sightOf(principal, entities);
    const namedBy = (item: ItemRow) => namedByItem(services.capabilities, item);
    const readIn = async (moment: Queryable) => {
      const found = await findProposal(moment, storeId, params.prp);
      assertSeenBy(principal, found);
      const kept = await pageOfItems(moment, storeId, params.prp, { after, from, state }, limit);
      const opened = await sight.kept(moment, services.secretBox, storeId, kept, found.tokenId ?? undefined);
      const page = opened.map((item) => visibleItem(item, sight, services.capabilities));
      const shown = page.flatMap(({ preview, currentPreview }) => [
        preview,
        ...(currentPreview ? [currentPreview] : []),
      ]);
      const changes = shown.flatMap((preview) => preview.changes.map(changeOf));
      const named = new Set(page.flatMap((item) => [...namedBy(item)]));
      const ids = [...shown.flatMap(({ effects }) => effects.flatMap(({ names = [] }) => names)), ...named];
      const works = new Map<string, ItemWork>();
      for (const item of page) works.set(item.id, await workOfItem(services, { db: moment, storeId, item }));
      const designs = await designsOf(page, { db: moment, storeId, services });
      // Questions and buyers are for its owner's eyes.
      const upon = principal.kind === 'owner' ? await uponOf(page, { db: moment, storeId, services }) : new Map();
      // A thing that an item on another page creates has no other name yet.
      const created = (ids: readonly string[]) => changesCreating(moment, storeId, params.prp, ids);
      // A review holds titles against each other as they would be by now.
      const naming =
        !(fresh && isReviewed(found)) &&
        page.some((item) => !isOver(item) && givesTitle(entities, (item.currentPreview ?? item.preview).changes));
      return {
        alikes: naming
          ? await alikesOf(
              entities,
              moment,
              storeId,
              await titleChanges(moment, storeId, params.prp, titleFields(entities)),
            )
          : NONE_ALIKE,
        proposal: found,
        items: page,
        works,
        designs,
        upon,
        references: await referencesIn({ entities, changes, ids }, moment, storeId, created),
        // Only the owner sees the pictures that others have brought.
        pictures:
          principal.kind === 'owner' ? await picturesOf(entities, named, moment, storeId) : new Map<string, Picture>(),
      };
    };
    const [{ alikes, proposal, items, works, designs, upon, references, pictures }, review] = fresh
      ? await freshReview(services, storeId, params.prp, readIn)
      : [await db.snapshot(readIn), null];
    if (whole !== undefined && !review?.items.some(({ itemId }) => itemId === whole))
      refuse('not_found', 'No item of that identifier waits in it.');
    const last = items.at(-1);
    const more = last !== undefined && last.seq < proposal.total;
    const { unitsOf } = services.capabilities;
    /** Items that were recorded before units were declared are shown with them too. */
    const withUnits = (preview: Preview) => ({
      ...preview,
      changes: preview.changes.map((change) => ({ ...change, ...unitsOf(change.entity, change.field) })),
    });
    const reviewed = new Map(review?.items.map(({ itemId, risks }) => [itemId, risks]));
    const alikeOf = (item: ItemRow, { changes }: Preview): readonly Titled[] => {
      if (isOver(item)) return [];
      return review ? alikeAmong(reviewed.get(item.id) ?? []) : alikes(changes);
    };
    const sign = (path: string): string => services.signedPaths.sign(path, new Date());
    const view = (item: ItemRow) => {
      const command = services.capabilities.mutation(item.command);
      const work = works.get(item.id) ?? null;
      const shown = item.currentPreview ?? item.preview;
      const irreversible = isIrreversible(shown, command);
      const facts = factsOf(services.capabilities.meanings, shown.changes);
      return {
        id: item.id,
        seq: item.seq,
        command: item.command,
        summary: command?.summary ?? item.command,
        payload: withoutPlaces(command?.files, item.payload),
        state: item.state,
        irreversible,
        preview: withUnits(item.preview),
        currentPreview: item.currentPreview && withUnits(item.currentPreview),
        pictures: picturesAmong(namedBy(item), pictures, sign),
        risks: risksOf(facts, {
          moves: movesIn(facts),
          irreversible,
          alike: alikeOf(item, shown),
        }),
        files: principal.kind === 'owner' ? filesOfItem(command, storeId, item, sign) : [],
        // The problem of a started item is over once its work is awaited again.
        problem: isStarted(item) && proposal.pause?.itemId !== item.id ? null : item.problem,
        work: work && { ...work, result: sight.value(command?.result, work.result) },
        design: designs.get(item.id) ?? null,
        upon: [...(upon.get(item.id) ?? [])],
        acceptedHash: item.acceptedHash,
        skipReason: item.skipReason,
        comment: item.comment,
        auditId: item.auditId ?? item.awaited?.auditId ?? null,
        recordedAt: item.recordedAt,
        appliedAt: item.appliedAt,
      };
    };
    const nextCursor = more ? cursors.at([last.id]) : null;
    const bounded = review && {
      ...review,
      items: withinBounds(review.items, whole, new Map(items.map(({ id, preview }) => [id, preview]))),
    };
    return { ...proposalView(proposal), list: items.map(view), references, nextCursor, review: bounded };
  },
});

/** Shows an item as the reader may see it. */
function visibleItem(item: ItemRow, sight: Sight, { mutation }: CapabilityIndex): ItemRow {
  const call = { mutation: mutation(item.command), payload: item.payload, deferBump: item.deferBump };
  const [preview, currentPreview] = [item.preview, item.currentPreview].map(
    (whole) => whole && sight.preview(call, whole),
  ) as [Preview, Preview | null];
  // The accepted preview is named by the hash under which it is shown.
  const accepted = item.acceptedHash === item.preview.hash ? preview : currentPreview;
  return {
    ...item,
    payload: sight.value(call.mutation?.payload, item.payload),
    preview,
    currentPreview,
    acceptedHash: item.acceptedHash && (accepted?.hash ?? null),
  };
}
