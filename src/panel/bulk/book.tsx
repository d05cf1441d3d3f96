import { Alert, Group, List, ScrollArea, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { OFFERS_MAX } from '../../bulk/limits';
import { useCargoProviders } from '../api/providers';
import type { CargoOffer, CargoOffers, ListedOrder, Provider } from '../api/types';
import { saidBy } from '../parts/problem-words';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';
import { useOffers } from './offers';

type BookedOrder = Pick<ListedOrder, 'id' | 'number' | 'rev'>;

/** Books parcels of selected orders with a provider of cargo; nothing where none is switched on. */
export function BookButton({ orders }: { readonly orders: readonly BookedOrder[] }) {
  const texts = useText();
  const providers = useCargoProviders();
  if (providers.length === 0) return null;
  return (
    <BulkButton act={texts.bulk.book.act}>
      {(close) => <BookDialog selected={orders} providers={providers} onClose={close} />}
    </BulkButton>
  );
}

interface BookDialogProps {
  /** As they stood when the dialog was opened: what has moved meanwhile is left out. Those beyond what one act accepts wait for the next. */
  readonly selected: readonly BookedOrder[];
  readonly providers: readonly Provider[];
  readonly onClose: () => void;
}

function BookDialog({ selected, providers, onClose }: BookDialogProps) {
  const texts = useText();
  const words = texts.bulk.book;
  const [orders] = useState(() => selected.slice(0, OFFERS_MAX));
  const [waiting] = useState(() => Math.max(0, selected.length - OFFERS_MAX));
  const [extension, setExtension] = useState(providers[0]?.key ?? '');
  const [carrier, setCarrier] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const answers = useOffers(
    extension,
    orders.map(({ id }) => id),
  );
  const offered = orders.flatMap((order): OfferedOrder[] => {
    const answer = answers.get(order.id);
    if (!answer || 'problem' in answer) return [];
    const offer = chosenOf(answer.quoted.offers, chosen.get(order.id), carrier);
    return offer ? [{ order, quoted: answer.quoted, offer }] : [];
  });
  const none = orders.flatMap(({ id, number }) => {
    const answer = answers.get(id);
    if (!answer || offered.some(({ order }) => order.id === id)) return [];
    return [{ number, reason: 'problem' in answer ? saidBy(answer.problem, texts).title : words.noOffer }];
  });
  const isAsking = answers.size < orders.length;
  const carriers = [...new Set(offered.flatMap(({ quoted }) => quoted.offers.map(nameOf)))].toSorted();
  const sum = offered.reduce((total, { offer }) => total + offer.price, 0);
  return (
    <BulkDialog
      title={words.title(count(orders.length, texts))}
      act="bookings"
      ids={offered.map(({ order }) => order.id)}
      terms={isAsking || offered.length === 0 ? null : { extension, offers: offered.map(acceptedOf) }}
      onClose={onClose}
    >
      {providers.length > 1 && (
        <Select
          label={words.provider}
          allowDeselect={false}
          data={providers.map(({ key, name }) => ({ value: key, label: name }))}
          value={extension}
          onChange={(key) => setExtension(key ?? extension)}
        />
      )}
      <Select
        label={words.carrier}
        placeholder={words.cheapest}
        description={words.carrierHint}
        clearable
        value={carrier}
        onChange={(name) => {
          setCarrier(name);
          setChosen(new Map());
        }}
        data={carriers}
      />
      <ScrollArea.Autosize mah={260} type="auto">
        <Stack gap={4} pr="sm">
          {offered.map(({ order, quoted, offer }) => (
            <Group key={order.id} wrap="nowrap" gap="sm">
              <Text size="sm" fw={600} miw="4rem">
                {order.number}
              </Text>
              <Select
                flex={1}
                size="xs"
                aria-label={words.offerOf(order.number)}
                allowDeselect={false}
                value={offer.offerId}
                onChange={(offerId) => offerId && setChosen(new Map([...chosen, [order.id, offerId]]))}
                data={quoted.offers.map((each) => ({
                  value: each.offerId,
                  label: `${money(each.price)} · ${nameOf(each)} · ${each.service}`,
                }))}
              />
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {waiting > 0 && <Alert color="orange">{words.waiting(count(OFFERS_MAX, texts), count(waiting, texts))}</Alert>}
      {none.length > 0 && (
        <Alert color="orange" title={words.none(count(none.length, texts))}>
          <List size="sm">
            {none.map(({ number, reason }) => (
              <List.Item key={number}>
                {number}: {reason}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Text size="sm" role="status" fw={600}>
        {isAsking
          ? words.asking(count(answers.size, texts), count(orders.length, texts))
          : words.sum(count(offered.length, texts), money(sum))}
      </Text>
    </BulkDialog>
  );
}

/** An order with the offer that is to be accepted for it. */
interface OfferedOrder {
  readonly order: BookedOrder;
  readonly quoted: CargoOffers;
  readonly offer: CargoOffer;
}

/** A carrier that nobody has on a list is called as the provider calls it. */
const nameOf = ({ carrierCode, carrier, carrierLabel }: CargoOffer): string =>
  carrierCode === 'other' ? carrier : carrierLabel;

/** The offer that was chosen for one order, else the cheapest of the wanted carrier, else the cheapest. */
const chosenOf = (
  offers: readonly CargoOffer[],
  offerId: string | undefined,
  carrier: string | null,
): CargoOffer | undefined =>
  offers.find((offer) => offer.offerId === offerId) ?? offers.find((offer) => nameOf(offer) === carrier) ?? offers[0];

/** The pieces are those that were quoted: without them all would be meant that may leave by then. */
const acceptedOf = ({ order, quoted: { reference, lines }, offer }: OfferedOrder) => {
  const { offerId, carrier, service, price } = offer;
  return { orderId: order.id, reference, offerId, carrier, service, price, lines, expectedRev: order.rev };
};
