import type { Refusals } from '../kernel/meaning';

export const refusals = {
  marketplace_order: {
    status: 409,
    title: 'The order is of a marketplace, which does this itself.',
    turkish: 'Sipariş bir pazaryerinin; bunu pazaryeri yapar.',
    cause: 'The marketplace takes and gives back the money of the order, and its packages are sent through it.',
    remedy: 'Act on the package of the order with `channel.package.op`; what comes of it is pulled.',
  },
  line_unknown: {
    status: 422,
    title: 'A named line does not belong to the order.',
    turkish: 'Belirtilen satır bu siparişte yok.',
    cause: 'The order lacks a line that the call names.',
    remedy: 'Read the order, and name its lines.',
  },
  more_than_left: {
    status: 422,
    title: 'More pieces are named than are left.',
    turkish: 'Belirtilen adet kalan adetten fazla.',
    cause: 'Some of the pieces were shipped, returned or refunded; the facts tell how many are left.',
    remedy: 'Read the order, and name no more pieces than are left.',
  },
  refund_too_much: {
    status: 422,
    title: 'The refund is larger than the money that is left.',
    turkish: 'İade edilebilecek tutardan fazla.',
    cause: 'The refund is larger than the received money, less finished and running refunds.',
    remedy: 'Ask for no more than `left`, or wait for the running refunds to end.',
  },
  nothing_to_ship: {
    status: 422,
    title: 'The order has no pieces left to ship.',
    turkish: 'Siparişte kargolanacak ürün kalmadı.',
    cause: 'All pieces were shipped or refunded, or need no shipping.',
    remedy: 'Read the order: its lines tell where the pieces are.',
  },
  withdrawal_stands: {
    status: 422,
    title: 'The withdrawal is in time, and the goods are not excluded from it.',
    turkish: 'Cayma hakkı geçerli: yalnızca süresi geçmişse veya ürün istisna kapsamındaysa reddedilir.',
    cause: 'The buyer gave notice within the 14 days, or not every product has an exception from withdrawal.',
    remedy: 'Approve the return; goods that come back in a bad state are rejected once they were received.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
