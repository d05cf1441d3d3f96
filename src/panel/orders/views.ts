import { useCarrierNames } from '../api/orders';
import { useMarketplaces } from '../api/providers';
import { useChoices } from '../parts/meaning';
import { useText } from '../text/text';
import { among, type Judges } from '../views/lapsed';
import type { BuiltInView } from '../views/tabs';

/** The views of orders that each person has. */
export function useBuiltInViews(): readonly BuiltInView[] {
  const { builtIn } = useText().views;
  return [
    { name: builtIn.all, filter: {} },
    { name: builtIn.toShip, filter: { payment: 'paid', fulfilment: 'unfulfilled' } },
    { name: builtIn.awaitingTransfer, filter: { payment: 'awaiting_transfer' } },
    { name: builtIn.onDelivery, filter: { payment: 'pending_cod' } },
    { name: builtIn.onTheWay, filter: { fulfilment: 'shipped' } },
  ];
}

const valuesOf = (choices: readonly { readonly value: string }[]): string[] => choices.map(({ value }) => value);
const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
const isAmount = (value: string): boolean => /^\d{1,15}$/.test(value);

/** Judges the values of a filter of orders: a view that was saved once may name what is gone. */
export function useOrderJudges(): Judges {
  const channels = useMarketplaces().data;
  const carriers = Object.keys(useCarrierNames());
  return {
    payment: among(valuesOf(useChoices('order', 'payment'))),
    fulfilment: among(valuesOf(useChoices('order', 'fulfilment'))),
    return: among(valuesOf(useChoices('orderReturn', 'state'))),
    channel: among(channels && ['store', ...channels.map(({ key }) => key)]),
    carrier: among(carriers.length > 0 ? carriers : undefined),
    since: isDay,
    until: isDay,
    minTotal: isAmount,
    maxTotal: isAmount,
    sort: among(Object.keys(useText().orders.sorts)),
  };
}
