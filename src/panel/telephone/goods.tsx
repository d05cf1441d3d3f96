import { ActionIcon, Alert, Combobox, Loader, Table, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Cross2Icon, MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useEffect, useState } from 'react';
import { QUANTITY_MAX } from '../../checkout/session/limits';
import { visibleText } from '../../kernel/schema/visible';
import { useStock } from '../api/stock';
import type { StockItem, TelephoneCart } from '../api/types';
import { NumberField } from '../parts/number-field';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { nameOf } from '../stock/name';
import { count, money } from '../text/format';
import { useTelephoneWords } from '../text/telephone';
import { useText } from '../text/text';
import type { CartLine } from './use-cart';

const TYPING_MS = 200;
const SHOWN_MAX = 12;

interface GoodsProps {
  readonly cart: TelephoneCart | null;
  /** Resolves once the checkout has answered, also with a refusal. */
  readonly onChange: (lines: CartLine[]) => Promise<unknown>;
}

const lineOf = ({ productId, variantId, quantity }: CartLine): CartLine => ({ productId, variantId, quantity });

const isSame = (one: Omit<CartLine, 'quantity'>, other: Omit<CartLine, 'quantity'>): boolean =>
  one.productId === other.productId && one.variantId === other.variantId;

/** The goods of the cart, and the field that adds some. */
export function Goods({ cart, onChange }: GoodsProps) {
  const words = useTelephoneWords();
  const lines = cart?.lines.map(lineOf) ?? [];
  const add = ({ productId, variantId }: StockItem): void => {
    const has = lines.some((line) => isSame(line, { productId, variantId }));
    const more = lines.map((line) =>
      isSame(line, { productId, variantId }) ? { ...line, quantity: Math.min(line.quantity + 1, QUANTITY_MAX) } : line,
    );
    void onChange(has ? more : [...lines, { productId, variantId, quantity: 1 }]);
  };
  return (
    <Part title={words.goods}>
      <ItemFinder onChoose={add} />
      <Notices cart={cart} />
      {cart && cart.lines.length > 0 ? (
        <LinesTable
          cart={cart}
          onQuantity={(key, quantity) =>
            onChange(
              cart.lines.flatMap((line) =>
                line.key !== key ? lineOf(line) : quantity === 0 ? [] : { ...lineOf(line), quantity },
              ),
            )
          }
        />
      ) : (
        <Text c="dimmed" size="sm" mt="sm">
          {words.noGoods}
        </Text>
      )}
    </Part>
  );
}

/** Notices that are about no line of the cart, e.g. one that was left out. */
function Notices({ cart }: Pick<GoodsProps, 'cart'>) {
  const words = useTelephoneWords();
  const keys = new Set(cart?.lines.map(({ key }) => key));
  const codes = (cart?.notices ?? [])
    .filter(({ line, messageCode }) => messageCode !== 'cart_empty' && !(line !== null && keys.has(line)))
    .map(({ messageCode }) => messageCode);
  return [...new Set(codes)].map((code) => (
    <Alert key={code} color="orange" mt="sm" role="alert">
      {words.notices[code]}
    </Alert>
  ));
}

interface LinesProps {
  readonly cart: TelephoneCart;
  /** @param quantity 0 takes the line out */
  readonly onQuantity: (key: string, quantity: number) => Promise<unknown>;
}

function LinesTable({ cart, onQuantity }: LinesProps) {
  const words = useTelephoneWords();
  return (
    <Table mt="sm" verticalSpacing="xs">
      <Table.Tbody>
        {cart.lines.map((line) => {
          const name = nameOf(line);
          const notice = cart.notices.find((each) => each.line === line.key);
          return (
            <Table.Tr key={`${line.productId} ${line.variantId}`}>
              <Table.Td className="value">
                <Visible text={name} />
                <Text size="xs" c="dimmed">
                  {money(line.unitPrice)}
                </Text>
                {notice && (
                  <Text size="xs" c="red.8" role="alert">
                    {words.notices[notice.messageCode]}
                  </Text>
                )}
              </Table.Td>
              <Table.Td w={96}>
                <Quantity
                  // The field shows what the checkout has made of it, and nothing that was typed before.
                  key={line.quantity}
                  label={words.quantityOf(name)}
                  value={line.quantity}
                  onChange={(quantity) => onQuantity(line.key, quantity)}
                />
              </Table.Td>
              <Table.Td className="amount">{money(line.quantity * line.unitPrice)}</Table.Td>
              <Table.Td w={44}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={words.takeOut(name)}
                  onClick={() => void onQuantity(line.key, 0)}
                >
                  <Cross2Icon />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

interface QuantityProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => Promise<unknown>;
}

/** A number of pieces, which counts once the field is left or Enter is pressed. What cannot be one is told, and stays as it was typed. */
function Quantity({ label, value, onChange }: QuantityProps) {
  const [typed, setTyped] = useState<number | null>(value);
  const commit = async (): Promise<void> => {
    if (typed !== null && typed !== value) await onChange(typed);
    // Another number makes another field of it; one that was refused or lowered to the same is not shown.
    setTyped(value);
  };
  return (
    <NumberField
      aria-label={label}
      size="xs"
      min={1}
      max={QUANTITY_MAX}
      value={typed}
      onChange={setTyped}
      onBlur={() => void commit()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        void commit();
      }}
    />
  );
}

const isSoldOut = ({ stock }: StockItem): boolean => stock !== null && stock <= 0;

/** Finds what is sold by name, SKU or barcode. */
function ItemFinder({ onChoose }: { readonly onChoose: (item: StockItem) => void }) {
  const texts = useText();
  const words = useTelephoneWords();
  const [typed, setTyped] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [asked] = useDebouncedValue(typed.trim(), TYPING_MS);
  const isAsking = /[\p{L}\p{N}]/u.test(asked);
  const query = useStock(isAsking ? { text: asked } : {});
  const isCurrent = asked === typed.trim() && !query.isFetching;
  // Nobody chooses from what was found for another text.
  const items = isCurrent ? (query.data?.pages[0]?.items ?? []).slice(0, SHOWN_MAX) : [];
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const choose = (item: StockItem | undefined): void => {
    setEntered(false);
    if (!item || isSoldOut(item)) return;
    onChoose(item);
    setTyped('');
    box.closeDropdown();
  };
  // Nearest first: whoever types a name or scans a barcode means the first one. A scanner is done before the answer comes.
  const isDue = isEntered && isCurrent && isAsking;
  useEffect(() => {
    if (isDue) choose(items[0]);
  });
  return (
    <Combobox store={box} onOptionSubmit={(id) => choose(items.find((each) => each.id === id))}>
      <Combobox.Target>
        <TextInput
          label={words.find}
          description={words.findHint}
          leftSection={<MagnifyingGlassIcon aria-hidden />}
          rightSection={isCurrent ? null : <Loader size="xs" />}
          autoComplete="off"
          maxLength={100}
          data-autofocus
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            setEntered(false);
            box.openDropdown();
          }}
          onFocus={() => box.openDropdown()}
          onClick={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || box.getSelectedOptionIndex() >= 0) return;
            event.preventDefault();
            setEntered(true);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }}>
          {items.map((item) => (
            <Combobox.Option key={item.id} value={item.id} disabled={isSoldOut(item)}>
              <span className="value">{nameOf(item)}</span>
              <Text size="xs" c="dimmed" component="span" display="block">
                {[
                  money(item.price),
                  isSoldOut(item)
                    ? words.soldOut
                    : item.stock === null
                      ? words.uncounted
                      : words.inStock(count(item.stock, texts)),
                  ...[item.sku, item.barcode].flatMap((code) => (code === null ? [] : visibleText(code))),
                ].join(' · ')}
              </Text>
            </Combobox.Option>
          ))}
          {items.length === 0 && <Combobox.Empty>{isCurrent ? words.nothingFound : words.finding}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
