import { Alert, Button, Fieldset, Group, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { client, newKey } from '../api/client';
import { useCargoProviders } from '../api/providers';
import { useRefresh } from '../api/queries';
import type { CargoOffer, CargoOffers, Order, Provider, Shipment } from '../api/types';
import { tell } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { useLabel } from '../parts/meaning';
import { NumberField } from '../parts/number-field';
import { Visible } from '../parts/quoted';
import { Failure } from '../parts/states';
import { useSending } from '../session/sending';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import { shippable } from './may';
import { allOf, lineTitle, type Pieces, PiecesInput } from './pieces';

const sides = ['lengthCm', 'widthCm', 'heightCm', 'weightGrams'] as const;
type Measures = Readonly<Record<(typeof sides)[number], number | null>>;

const unmeasured: Measures = { lengthCm: null, widthCm: null, heightCm: null, weightGrams: null };
const isMeasured = (measures: Measures): boolean => sides.some((side) => measures[side] !== null);

interface CargoButtonProps {
  readonly order: Order;
}

/** Has carriers asked by a provider; nothing where none is switched on, or nothing may leave. It stays open whatever becomes of the order. */
export function CargoButton({ order }: CargoButtonProps) {
  const { cargo } = useText().orders;
  const providers = useCargoProviders();
  const [seen, open] = useState<Order | null>(null);
  const isOffered = shippable(order).length > 0 && providers.length > 0;
  return (
    <>
      {isOffered && (
        <Button variant="filled" onClick={() => open(order)}>
          {cargo.button}
        </Button>
      )}
      {seen && <CargoDialog order={seen} providers={providers} onClose={() => open(null)} />}
    </>
  );
}

interface CargoDialogProps {
  /** As it was when the dialog was opened: what has moved meanwhile is refused. */
  readonly order: Order;
  readonly providers: readonly Provider[];
  readonly onClose: () => void;
}

function CargoDialog({ order, providers, onClose }: CargoDialogProps) {
  const { cargo } = useText().orders;
  const choosable = shippable(order).map(([line, left]) => ({ lineId: line.id, title: lineTitle(line), left }));
  const [asked, setAsked] = useState<ParcelRequest>({
    extension: providers[0]?.key ?? '',
    lines: allOf(choosable),
    measures: unmeasured,
  });
  const [quoted, setQuoted] = useState<CargoOffers | null>(null);
  return (
    <Dialog onClose={onClose} title={cargo.title}>
      {quoted ? (
        <Choosing order={order} quoted={quoted} onBack={() => setQuoted(null)} onClose={onClose} />
      ) : (
        <Asking
          order={order}
          providers={providers}
          choosable={choosable}
          asked={asked}
          onChange={setAsked}
          onQuoted={setQuoted}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** A request for a parcel: the extension of its carrier, its goods and its measures. */
interface ParcelRequest {
  readonly extension: string;
  readonly lines: Pieces;
  readonly measures: Measures;
}

interface AskingProps extends CargoDialogProps {
  readonly choosable: React.ComponentProps<typeof PiecesInput>['of'];
  readonly asked: ParcelRequest;
  readonly onChange: (asked: ParcelRequest) => void;
  readonly onQuoted: (quoted: CargoOffers) => void;
}

function Asking({ order, providers, choosable, asked, onChange, onQuoted, onClose }: AskingProps) {
  const texts = useText();
  const { cargo } = texts.orders;
  const linesLabel = useLabel('shipment', 'pieces');
  const { extension, lines, measures } = asked;
  const { busy, error, submit } = useSending(async () => {
    const body = { extension, lines, ...(isMeasured(measures) ? { parcel: measures } : {}) };
    onQuoted(await client.post<CargoOffers>(`/v1/orders/${order.id}/cargo/offers`, body));
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{cargo.text}</Text>
        {order.payment === 'pending_cod' && <Text size="sm">{cargo.onDelivery}</Text>}
        {providers.length > 1 && (
          <Select
            label={cargo.provider}
            allowDeselect={false}
            data={providers.map(({ key, name }) => ({ value: key, label: name }))}
            value={extension}
            onChange={(chosen) => onChange({ ...asked, extension: chosen ?? extension })}
          />
        )}
        <PiecesInput
          label={linesLabel}
          of={choosable}
          value={lines}
          onChange={(pieces) => onChange({ ...asked, lines: pieces })}
        />
        <Fieldset legend={cargo.parcel}>
          <SimpleGrid cols={2}>
            {sides.map((side) => (
              <NumberField
                key={side}
                label={cargo[side]}
                // All of them, or none.
                required={isMeasured(measures)}
                withAsterisk={false}
                min={1}
                max={side === 'weightGrams' ? 300_000 : 300}
                value={measures[side]}
                onChange={(measure) => onChange({ ...asked, measures: { ...measures, [side]: measure } })}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
        {busy && (
          <Text size="sm" c="dimmed" role="status">
            {cargo.asking}…
          </Text>
        )}
        {error && <Failure inDialog error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" loading={busy} disabled={lines.length === 0}>
            {cargo.ask}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ChoosingProps {
  readonly order: Order;
  readonly quoted: CargoOffers;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function Choosing({ order, quoted, onBack, onClose }: ChoosingProps) {
  const texts = useText();
  const { cargo } = texts.orders;
  const refresh = useRefresh();
  const { offers, parcel, completedPercent, unreadable } = quoted;
  const [{ chosen, key }, choose] = useState({ chosen: offers[0], key: newKey() });
  const { busy, error, submit } = useSending(async () => {
    if (!chosen) return;
    const { offerId, carrier, service, price, carrierLabel } = chosen;
    const { extension, reference, lines } = quoted;
    // The pieces that were quoted: what is asked for without them is all that may leave by then.
    const body = { extension, reference, offerId, carrier, service, price, lines };
    await client.change<Shipment>(`/v1/orders/${order.id}/cargo/book`, body, key, order.rev);
    await refresh();
    tell(cargo.done(carrierLabel));
    onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {cargo.measured(
            `${parcel.lengthCm} × ${parcel.widthCm} × ${parcel.heightCm}`,
            count(parcel.weightGrams, texts),
          )}
        </Text>
        {offers.length === 0 && <Alert color="orange">{cargo.none}</Alert>}
        {completedPercent < 100 && <Alert color="orange">{cargo.incomplete}</Alert>}
        {unreadable > 0 && (
          <Text size="sm" c="dimmed">
            {cargo.unreadable(count(unreadable, texts))}
          </Text>
        )}
        {chosen && (
          <Radio.Group
            label={cargo.offers}
            value={chosen.offerId}
            onChange={(id) => choose({ chosen: offers.find(({ offerId }) => offerId === id), key: newKey() })}
          >
            <Stack gap="xs" mt="xs">
              {offers.map((offer) => (
                <Radio key={offer.offerId} value={offer.offerId} label={<OfferLabel offer={offer} />} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {error && <Failure inDialog error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack} disabled={busy}>
            {cargo.back}
          </Button>
          <Button type="submit" loading={busy} disabled={!chosen}>
            {chosen ? cargo.bookAt(money(chosen.price)) : cargo.book}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function OfferLabel({
  offer: { carrierCode, carrierLabel, carrier, service, price, days },
}: {
  readonly offer: CargoOffer;
}) {
  const texts = useText();
  const { cargo } = texts.orders;
  // A carrier that nobody has on a list is called as the provider calls it.
  const name = carrierCode === 'other' ? carrier : carrierLabel;
  return (
    <>
      <Text span size="sm" fw={600}>
        {money(price)}
      </Text>{' '}
      <Text span size="sm">
        <Visible text={cargo.offer(name, service)} />
        {days !== null && ` · ${cargo.days(count(days, texts))}`}
      </Text>
    </>
  );
}
