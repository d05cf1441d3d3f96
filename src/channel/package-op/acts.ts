import { refuse } from '../../kernel/errors';
import type { PackageAct, RemotePackage } from '../../provider/channel/package';
import { wasAsked } from '../job/once';
import type { ActingJob } from './declaration';
import type { ActField, ActFields } from './fields';
import { hasReached, isOpenFor } from './states';

type Input = ActingJob['input'];
type Pieces = NonNullable<ActFields['lines']>;

/** The value of a field that the call was refused without. */
function given<F extends ActField>(act: ActFields, field: F): NonNullable<ActFields[F]> {
  const value = act[field];
  if (value === undefined || value === null) throw new Error(`the act was kept without ${field}`);
  return value as NonNullable<ActFields[F]>;
}

/** Makes the request of an act. @param own the package, as it stands there @param file the bytes of the file that it was given */
export function actOf({ op, act }: Input, own: RemotePackage, [file]: readonly Uint8Array<ArrayBuffer>[]): PackageAct {
  const whole = own.lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
  switch (op) {
    case 'preparing':
      return { act: op, lines: whole };
    case 'invoiced':
      return { act: op, lines: whole, invoiceNumber: given(act, 'invoiceNumber') };
    case 'unsupplied':
      return { act: op, lines: given(act, 'lines'), reason: given(act, 'reason') };
    case 'split':
      return { act: op, groups: given(act, 'groups') };
    case 'invoice_link':
      return {
        act: op,
        url: given(act, 'invoiceUrl'),
        invoiceNumber: act.invoiceNumber ?? null,
        invoicedAt: act.invoicedAt ?? null,
      };
    case 'invoice_file': {
      const { type } = given(act, 'invoiceFile');
      if (!file) throw new Error('the invoice was not kept');
      return { act: op, bytes: file, type, invoiceNumber: act.invoiceNumber ?? null };
    }
    case 'carrier':
      return { act: op, carrier: given(act, 'carrier') };
    case 'box':
      return { act: op, boxes: given(act, 'boxes'), deci: act.deci ?? null };
    case 'warehouse':
      return { act: op, warehouseId: given(act, 'warehouseId') };
    case 'extend':
      return { act: op, days: given(act, 'days') };
    case 'own_carrier':
      return { act: op, tracking: given(act, 'tracking'), isPhone: false };
  }
}

/** The packages of an order, and the one that is acted upon. */
export interface Seen {
  readonly own: RemotePackage;
  readonly all: readonly RemotePackage[];
}

/** The packages in which the pieces of the package are now. */
export function heirsOf({ own, all }: Seen): RemotePackage[] {
  const heirs = all.filter(({ originPackageIds }) => originPackageIds.includes(own.packageId));
  return own.state === 'unpacked' && heirs.length > 0 ? heirs : [own, ...heirs];
}

/**
 * Reads whether the act is done, by what the marketplace shows. Carrier, boxes, warehouse and time cannot be read back.
 * @throws {Refusal} invalid_state of a package that is past the act, unless it was asked for
 */
export function isDone({ input, progress }: Pick<ActingJob, 'input' | 'progress'>, seen: Seen): boolean {
  const { op, act } = input;
  const { own } = seen;
  const asked = wasAsked(progress);
  if (!asked && !isOpenFor(op, own.state)) refuseState(own);
  switch (op) {
    case 'preparing':
      return hasReached(own.state, 'preparing');
    case 'invoiced':
      if (!hasReached(own.state, 'invoiced')) return false;
      if (!asked && own.invoiceNumber !== null && own.invoiceNumber !== act.invoiceNumber) refuseState(own);
      return true;
    case 'unsupplied':
      return asked && isUnsupplied(given(act, 'lines'), seen);
    case 'split':
      return asked && isSplit(given(act, 'groups'), seen);
    case 'invoice_link':
      return own.invoiceUrl === given(act, 'invoiceUrl');
    case 'invoice_file':
      return asked && own.hasInvoice === true;
    case 'own_carrier':
      return asked && hasReached(own.state, 'shipped');
    default:
      return false;
  }
}

const refuseState = ({ state, invoiceNumber }: RemotePackage): never =>
  refuse('invalid_state', `The package is ${state} at the marketplace meanwhile.`, {
    facts: { state, invoiceNumber },
    quotesNobody: true,
  });

const countOf = (lines: Pieces | RemotePackage['lines']): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Lines of new packages may have new ids, so their pieces are counted. */
const isUnsupplied = (lines: Pieces, { own, all }: Seen): boolean =>
  [own, ...heirsOf({ own, all })].some((each) => each.state === 'unsupplied' && countOf(each.lines) === countOf(lines));

function isSplit(groups: readonly Pieces[], { own, all }: Seen): boolean {
  const heirs = all.filter(
    ({ originPackageIds, state }) => originPackageIds.includes(own.packageId) && state !== 'cancelled',
  );
  const counts = heirs.map(({ lines }) => countOf(lines));
  return groups.every((group) => {
    const at = counts.indexOf(countOf(group));
    if (at >= 0) counts.splice(at, 1);
    return at >= 0;
  });
}
