import { countedPage, kurus, label, object, t, typeNamed, unit } from '../../kernel/schema/schema';
import { orderLine } from '../line/table';
import { order } from '../order/aggregate';
import { orderReturn } from './aggregate';
import { openStates } from './list-store';

const quantity = label('Adet', 'Quantity')(t.Integer(unit('count')));

const ofTheOrder = { number: order.answers.number, buyerName: order.answers.buyerName };

const goods = object({
  lineId: label('Sipariş satırı', 'Line')(orderLine.answers.id),
  title: orderLine.answers.title,
  variantTitle: orderLine.answers.variantTitle,
  quantity,
  withdrawalException: orderLine.answers.withdrawalException,
});

/** One return, with what it is called by and what comes back. */
export const shownReturnSchema = typeNamed('Return')(
  orderReturn.label(
    object({ ...orderReturn.answers, ...ofTheOrder, lines: label('Satırlar', 'Lines')(t.Array(goods)) }),
  ),
);

const listedReturnSchema = typeNamed('ReturnRow')(
  orderReturn.label(
    object({
      ...orderReturn.listedAnswers,
      ...ofTheOrder,
      quantity,
      title: { ...orderLine.answers.title, description: 'Of the first of its lines.' },
      lines: label('Satır', 'Lines')(t.Integer({ minimum: 1, ...unit('count') })),
      worth: label('Ürünlerin tutarı', 'Worth of the goods')(kurus({ description: 'What was paid for them.' })),
    }),
  ),
);

const waiting = label('Bekleyen', 'Waiting')(t.Integer(unit('count')));

export const returnPage = object({
  ...countedPage(listedReturnSchema).properties,
  open: label(
    'Açık iadeler',
    'Open returns',
  )(
    object(
      Object.fromEntries(openStates.map((state) => [state, waiting])) as Record<
        (typeof openStates)[number],
        typeof waiting
      >,
      { description: 'How many wait, by state, whatever the filter.' },
    ),
  ),
});
