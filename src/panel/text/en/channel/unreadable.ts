import type { unreadable as Turkish } from '../../tr/channel/unreadable';

export const unreadable: typeof Turkish = {
  nav: 'Unreadable',
  title: (channel) => `${channel}: rows that could not be read`,
  lead: 'Rows that the marketplace shows and the store could not keep. Each is tried again for some ten days, and leaves once it is kept. Rows that the marketplace shows no more leave after 60 days.',
  empty: 'Everything could be read',
  emptyHint: 'Where an order or another row of the marketplace cannot be kept, it is shown here with the reason.',
  order: (number) => `Order ${number}`,
  row: (id) => `Id at the marketplace: ${id}`,
  nameless: 'Its id could not be read',
  whatToDo:
    'Until the store has the order, its stock is not taken and nobody can prepare it here: look at it at the marketplace. If you import the order by hand (order.import), the row leaves.',
  first: 'First seen',
  seen: 'Last seen',
  tried: 'Last tried',
  shown: (shown, all) => `The newest ${shown} of ${all} rows are shown.`,
};
