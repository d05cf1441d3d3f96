import { channelOf } from '../../extension/provider/providers';
import { refuse } from '../../kernel/errors';
import type { ActTerms, AskedAct, PackageAct, RemotePackage, SeenPackages } from '../../provider/channel/package';
import type { ActingJob } from './declaration';
import type { ActField, ActFields, PackageOp } from './fields';
import { isOpenIn } from './states';

type Input = ActingJob['input'];

/** The value of a field that the call was refused without. */
function fieldOf<F extends ActField>(act: ActFields, field: F): NonNullable<ActFields[F]> {
  const value = act[field];
  if (value === undefined || value === null) throw new Error(`the act was kept without ${field}`);
  return value as NonNullable<ActFields[F]>;
}

/** The act that a job asks for. @param own the package, as it stands there */
function askedActOf({ op, act }: Input, own: RemotePackage): AskedAct {
  const whole = own.lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
  switch (op) {
    case 'preparing':
      return { act: op, lines: whole };
    case 'invoiced':
      return { act: op, lines: whole, invoiceNumber: fieldOf(act, 'invoiceNumber') };
    case 'unsupplied':
      return { act: op, lines: fieldOf(act, 'lines'), reason: fieldOf(act, 'reason') };
    case 'split':
      return { act: op, groups: fieldOf(act, 'groups') };
    case 'invoice_link':
      return {
        act: op,
        url: fieldOf(act, 'invoiceUrl'),
        invoiceNumber: act.invoiceNumber ?? null,
        invoicedAt: act.invoicedAt ?? null,
      };
    case 'invoice_file':
      return { act: op, type: fieldOf(act, 'invoiceFile').type, invoiceNumber: act.invoiceNumber ?? null };
    case 'carrier':
      return { act: op, carrier: fieldOf(act, 'carrier') };
    case 'box':
      return { act: op, boxes: fieldOf(act, 'boxes'), deci: act.deci ?? null };
    case 'warehouse':
      return { act: op, warehouseId: fieldOf(act, 'warehouseId') };
    case 'extend':
      return { act: op, days: fieldOf(act, 'days') };
    case 'own_carrier':
      return { act: op, tracking: fieldOf(act, 'tracking') };
  }
}

/** Makes the request of an act. @param own the package, as it stands there @param file the bytes of the file that it was given */
export function actOf(input: Input, own: RemotePackage, [bytes]: readonly Uint8Array<ArrayBuffer>[]): PackageAct {
  const act = askedActOf(input, own);
  if (act.act !== 'invoice_file') return act;
  if (!bytes) throw new Error('the invoice was not kept');
  return { ...act, bytes };
}

/** The terms of an act at a marketplace; undefined: it does not know the act. */
export const actTermsOf = (extension: string, op: PackageOp): ActTerms | undefined =>
  channelOf(extension).packageActs?.[op];

/** An act of which the marketplace shows nothing is done once it is answered. */
export const isShownAtAll = ({ stands, shows }: ActTerms): boolean => (stands ?? shows) !== undefined;

/**
 * Reads whether the act is done, by what the marketplace shows.
 * @param wasAsked whether it was asked for the act
 * @throws {Refusal} invalid_state of a package that is past the act, unless it was asked for
 */
export function isDone(input: Input, terms: ActTerms, seen: SeenPackages, wasAsked: boolean): boolean {
  const { own } = seen;
  if (!wasAsked && !isOpenIn(terms.states, own.state)) refuseState(own);
  const act = askedActOf(input, own);
  if (wasAsked && terms.shows?.(seen, act)) return true;
  if (!terms.stands?.(seen, act)) return false;
  const isOther = act.act === 'invoiced' && own.invoiceNumber !== null && own.invoiceNumber !== act.invoiceNumber;
  if (isOther && !wasAsked) refuseState(own);
  return true;
}

const refuseState = ({ state, invoiceNumber }: RemotePackage): never =>
  refuse('invalid_state', `The package is ${state} at the marketplace meanwhile.`, {
    facts: { state, invoiceNumber },
    quotesNobody: true,
  });
