import { Anchor, Badge, Group, Text } from '@mantine/core';
import { ExternalLinkIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { hostOf } from '../../kernel/host-of';
import { useOrderPictures } from '../api/orders';
import type { Order, OrderPackage } from '../api/types';
import { useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Thumb } from '../parts/thumb';
import { count, dateTime, money } from '../text/format';
import { useText } from '../text/text';
import { PackageActs } from './package-acts';
import { PackageLabel } from './package-label';

const colors: Readonly<Partial<Record<OrderPackage['state'], string>>> = {
  created: 'orange',
  preparing: 'blue',
  invoiced: 'blue',
  shipped: 'cyan',
  at_collection_point: 'cyan',
  delivered: 'teal',
  undelivered: 'red',
  returned: 'red',
  unsupplied: 'red',
};

/** States in which the shop has it still. */
const isHere = ({ state }: OrderPackage): boolean => ['created', 'preparing', 'invoiced', 'unknown'].includes(state);

interface PackageProps {
  readonly order: Order;
  readonly of: OrderPackage;
  /** The part before the package's name. */
  readonly children?: ReactNode;
}

/** The product of a line of a package, which its marketplace names by the codes of the goods. */
const productOf = (
  { lines }: Order,
  { barcode, sku }: Pick<OrderPackage['lines'][number], 'barcode' | 'sku'>,
): string | null =>
  lines.find((line) => (barcode !== null && line.barcode === barcode) || (sku !== null && line.sku === sku))
    ?.productId ?? null;

/** A package of an order as its marketplace tells of it, with what can be done with it. */
export function OnePackage({ order, of, children }: PackageProps) {
  const texts = useText();
  const stateWord = useWord('orderPackage', 'state');
  const shipUntilName = useLabel('orderPackage', 'shipUntil');
  const invoiceName = useLabel('orderPackage', 'invoiceNumber');
  const { packageId, state, stateWord: said, total, shipUntil, stillOpenThere, lines, invoiceNumber } = of;
  const pictures = useOrderPictures(order.id);
  const isLate = shipUntil !== null && isHere(of) && Date.parse(shipUntil) < Date.now();
  return (
    <li aria-label={packageId} className="boxed">
      <Group gap="xs">
        {children}
        <Text size="sm" fw={600} component="span">
          <Visible text={packageId} />
        </Text>
        <Badge variant="light" color={stillOpenThere ? 'red' : (colors[state] ?? 'gray')}>
          {stateWord(state)}
        </Badge>
        {isLate && (
          <Badge variant="light" color="red">
            {texts.channel.packages.late}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" component="div" className="value">
        <Visible text={said} /> · {money(total)}
        {shipUntil !== null && ` · ${shipUntilName}: ${dateTime(shipUntil, texts)}`}
        {invoiceNumber !== null && (
          <>
            {` · ${invoiceName}: `}
            <Visible text={invoiceNumber} />
          </>
        )}
      </Text>
      {lines.map(({ lineId, title, quantity, ...codes }) => (
        <Group key={lineId} gap="xs" wrap="nowrap" mt={4}>
          <Thumb url={pictures.get(productOf(order, codes) ?? '')} title={title} />
          <Text size="xs" component="div" className="value">
            {count(quantity, texts)} × <Visible text={title} />
          </Text>
        </Group>
      ))}
      <Carrier of={of} />
      {stillOpenThere && (
        <Text size="xs" c="red">
          {texts.orders.stillOpenThere}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        <PackageActs order={order} of={of} />
        <PackageLabel order={order} of={of} />
      </Group>
    </li>
  );
}

function Carrier({ of: { carrier, trackingNumber, trackingUrl } }: { readonly of: OrderPackage }) {
  const told = [carrier, trackingNumber].filter((part) => part !== null).join(' · ');
  if (told === '') return null;
  return (
    <Text size="xs" component="div" className="value">
      {trackingUrl === null ? (
        <Visible text={told} />
      ) : (
        <Anchor href={trackingUrl} target="_blank" rel="noreferrer" size="xs">
          <Visible text={told} /> ({hostOf(trackingUrl)}) <ExternalLinkIcon aria-hidden />
        </Anchor>
      )}
    </Text>
  );
}
