import { refusedOrder } from '../order/errors';
import type { Claim, Claims } from './book';
import type { ClaimKnobs } from './knobs';
import { toldClaim } from './wire';

const SIZE_DEFAULT = 50;
const SIZE_MAX = 200;
const ROWS_MAX = 10_000;
const SPAN_MS = 14 * 86_400_000;

const bad = (message: string) => refusedOrder(400, 'Bad Request', message);

interface Around {
  readonly claims: Claims;
  readonly knobs: ClaimKnobs;
}

/** One page of the claims that a query names. @throws {ProviderError} 400 */
export function claimPage({ claims, knobs }: Around, query: URLSearchParams) {
  const size = numberIn(query, 'size', SIZE_DEFAULT);
  const page = numberIn(query, 'page', 0);
  if (size < 1 || size > SIZE_MAX) throw bad(`size 1 ile ${SIZE_MAX} arasında olmalıdır.`);
  if ((page + 1) * size > ROWS_MAX) throw bad(`En fazla ${ROWS_MAX} kayda erişilebilir.`);
  const rows = claims.all().filter(filterIn(query, knobs)).toSorted(newestFirst);
  return {
    totalElements: rows.length,
    totalPages: Math.ceil(rows.length / size),
    page,
    size,
    content: rows.slice(page * size, (page + 1) * size).map((claim) => toldClaim(claim, knobs)),
  };
}

const newestFirst = (one: Claim, other: Claim): number =>
  other.createdMs - one.createdMs || (one.id < other.id ? 1 : -1);

/** Ids override all else. */
function filterIn(query: URLSearchParams, { windowOf }: ClaimKnobs): (claim: Claim) => boolean {
  const ids = query.getAll('claimIds').flatMap((value) => value.split(','));
  if (ids.length > 0) return ({ id }) => ids.includes(id);
  const status = query.get('claimItemStatus');
  const number = query.get('orderNumber');
  const [from, to] = [numberIn(query, 'startDate', 0), numberIn(query, 'endDate', Number.MAX_SAFE_INTEGER)];
  if (query.has('startDate') && to - from > SPAN_MS) throw bad('Tarih aralığı en fazla 14 gün olabilir.');
  return (claim) => {
    const at = windowOf === 'opened' ? claim.createdMs : claim.modifiedMs;
    if (at < from || at > to || (number !== null && claim.package.order.number !== number)) return false;
    return status === null || claim.items.some((item) => item.status === status);
  };
}

/** @throws {ProviderError} 400 */
function numberIn(query: URLSearchParams, name: string, usual: number): number {
  const value = query.get(name);
  if (value === null) return usual;
  if (!/^\d{1,15}$/.test(value)) throw bad(`${name} geçersiz.`);
  return Number(value);
}
