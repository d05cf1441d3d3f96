import { Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useCouponsOfOrder } from '../api/coupons';
import { useOrderPictures } from '../api/orders';
import type { Order, OrderLine } from '../api/types';
import { useLabel } from '../parts/meaning';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Thumb } from '../parts/thumb';
import { useIsManager } from '../session/session';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import { Fact } from './fact';
import { lineTitle } from './pieces';

/** Shows the sold lines, with the state of their pieces, and the sum. */
export function Lines({ order }: { readonly order: Order }) {
  const texts = useText();
  const names = {
    itemsTotal: useLabel('order', 'itemsTotal'),
    discountTotal: useLabel('order', 'discountTotal'),
    shippingTotal: useLabel('order', 'shippingTotal'),
    codFee: useLabel('order', 'codFee'),
    total: useLabel('order', 'total'),
    vatTotal: useLabel('order', 'vatTotal'),
  };
  const pictures = useOrderPictures(order.id);
  const some = (['discountTotal', 'shippingTotal', 'codFee'] as const).filter((name) => order[name] > 0);
  return (
    <Part title={texts.orders.lines}>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {order.lines.map((line) => (
          <Line key={line.id} line={line} picture={pictures.get(line.productId ?? '')} />
        ))}
      </Stack>
      <Stack gap={4} mt="md" ml="auto" maw={320}>
        <Fact name={names.itemsTotal}>{money(order.itemsTotal)}</Fact>
        {some.map((name) => (
          <Fact key={name} name={names[name]}>
            {name === 'discountTotal' && '−'}
            {money(order[name])}
          </Fact>
        ))}
        <Coupons order={order} />
        <Fact name={names.total}>
          <Text span fw={700}>
            {money(order.total)}
          </Text>
        </Fact>
        <Fact name={texts.orders.vatWithin}>{money(order.vatTotal)}</Fact>
      </Stack>
    </Part>
  );
}

/** Names the coupons that an order of the shop was placed with. */
function Coupons({ order: { id, channel } }: { readonly order: Order }) {
  const { couponPages: words } = useText();
  const { data } = useCouponsOfOrder(id, channel === 'store');
  return data?.items.map(({ id: useId, title, code, takenOff, kurus }) => {
    const name = code === null ? title : `${title}, ${code}`;
    return (
      <Text key={useId} size="xs" c="dimmed" ta="end" component="div">
        <Visible text={takenOff === 'goods' ? words.ofOrder(name) : words.freeBy(name)} /> ({money(kurus)})
      </Text>
    );
  });
}

/** Places of a line's pieces, in the order in which they come there. */
const places = ['booked', 'shipped', 'delivered', 'bounced', 'lost', 'unsent', 'returned'] as const;

interface LineProps {
  readonly line: OrderLine;
  /** As the product is shown now; undefined: it has none. */
  readonly picture: string | undefined;
}

function Line({ line, picture }: LineProps) {
  const texts = useText();
  const isManager = useIsManager();
  const names = {
    booked: useLabel('orderLine', 'booked'),
    shipped: useLabel('orderLine', 'shipped'),
    delivered: useLabel('orderLine', 'delivered'),
    bounced: useLabel('orderLine', 'bounced'),
    lost: useLabel('orderLine', 'lost'),
    unsent: useLabel('orderLine', 'unsent'),
    returned: useLabel('orderLine', 'returned'),
    oversold: useLabel('orderLine', 'oversold'),
  };
  const { productId, sku, quantity, unitPrice, units, codesShort, oversold, unsent } = line;
  // Pieces that are cancelled need neither stock nor a product.
  const going = quantity - unsent;
  const missing = Math.min(oversold, going);
  const paid = units.reduce((sum, { price, discount }) => sum + price - discount, 0);
  const facts = [
    ...places.filter((place) => line[place] > 0).map((place) => `${names[place]}: ${count(line[place], texts)}`),
    ...(missing > 0 ? [`${names.oversold}: ${count(missing, texts)}`] : []),
    ...(productId === null && going > 0 ? [texts.orders.unmapped] : []),
    ...(codesShort > 0 ? [texts.orders.codesShort(count(codesShort, texts))] : []),
  ];
  return (
    <Group component="li" wrap="nowrap" gap="sm" align="flex-start" className="order-line">
      <Thumb url={picture} title={lineTitle(line)} />
      <div className="value" style={{ flex: 1 }}>
        {productId === null || !isManager ? (
          <span className="name">
            <Visible text={lineTitle(line)} />
          </span>
        ) : (
          <Link href={`/products/${productId}`} className="name mantine-focus-auto">
            {lineTitle(line)}
          </Link>
        )}
        <Text size="xs" c="dimmed" component="div">
          {count(quantity, texts)} × {money(unitPrice)}
          {sku !== null && (
            <>
              {' · '}
              <Visible text={sku} />
            </>
          )}
        </Text>
        {facts.length > 0 && (
          <Text size="xs" component="div">
            {facts.join(' · ')}
          </Text>
        )}
      </div>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {money(paid)}
      </Text>
    </Group>
  );
}
