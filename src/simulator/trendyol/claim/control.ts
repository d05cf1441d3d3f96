import { isInteger, type Resources, record } from '../../kit/control';
import type { ClaimActs } from './acts';
import type { Claim, Claims, Detail } from './book';
import { type ClaimKnobs, claimKnobsResource } from './knobs';
import { toldClaim } from './wire';

const DETAILS: readonly unknown[] = ['SUPPLIER', 'DISPUTE', 'SYSTEM'];

interface Around {
  readonly claims: Claims;
  readonly acts: ClaimActs;
  readonly knobs: ClaimKnobs;
}

/** The buyers and the marketplace: what happens to claims without the seller. */
export function claimResources({ claims, acts, knobs }: Around): Resources {
  const find = (claimId: unknown): Claim => {
    const claim = typeof claimId === 'string' ? claims.get(claimId) : undefined;
    if (!claim) throw new RangeError('There is no such claim.');
    return claim;
  };
  return {
    '/claims': {
      GET: () => {
        claims.advance();
        return claims.all().map((claim) => toldClaim(claim, knobs));
      },
      POST: (body) => {
        const opened = record(body, 'The body', ['packageId', 'lines', 'reasonId', 'customerNote', 'status', 'agoMs']);
        const { packageId, lines, reasonId = 401, customerNote = '', status = 'WaitingInAction', agoMs = 0 } = opened;
        if (!isInteger(packageId) || !isInteger(reasonId) || !isInteger(agoMs) || agoMs < 0)
          throw new RangeError('packageId, reasonId and agoMs must be whole numbers.');
        const pieces = lines === undefined ? null : piecesIn(lines);
        const texts = { customerNote: String(customerNote), status: String(status) };
        const { id, items } = claims.open({ packageId, pieces, reasonId, ago: agoMs, ...texts });
        return { claimId: id, itemIds: items.map((item) => item.id) };
      },
    },
    '/claims/move': {
      PUT: (body) => {
        const { claimId, itemId, to, detail } = record(body, 'The body', ['claimId', 'itemId', 'to', 'detail']);
        if (typeof to !== 'string' || to === '') throw new RangeError('to must be a status.');
        if (detail !== undefined && !DETAILS.includes(detail))
          throw new RangeError('detail must be SUPPLIER, DISPUTE or SYSTEM.');
        const claim = find(claimId);
        const moved = claim.items.filter(({ id }) => itemId === undefined || id === itemId);
        if (moved.length === 0) throw new RangeError('The claim has no such item.');
        for (const item of moved) claims.move(claim, item, to, (detail as Detail | undefined) ?? null);
        return toldClaim(claim, knobs);
      },
    },
    '/claims/expire': {
      POST: (body) => {
        const { claimId } = record(body ?? {}, 'The body', ['claimId']);
        claims.expire(claimId === undefined ? null : find(claimId).id);
        return {};
      },
    },
    '/claims/knobs': claimKnobsResource(knobs),
    '/claims/statistics': {
      GET: () => ({ items: Object.fromEntries(acts.counts), secondActs: acts.secondActs }),
    },
  };
}

function piecesIn(lines: unknown): ReadonlyMap<number, number> {
  if (!Array.isArray(lines)) throw new RangeError('lines must be a list.');
  return new Map(
    lines.map((each): [number, number] => {
      const { lineId, quantity = 1 } = record(each, 'A line', ['lineId', 'quantity']);
      if (!isInteger(lineId) || !isInteger(quantity) || quantity < 1)
        throw new RangeError('lineId and quantity must be whole numbers.');
      return [lineId, quantity];
    }),
  );
}
