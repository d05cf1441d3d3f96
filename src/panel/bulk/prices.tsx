import { Alert, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { useDefinitions } from '../api/fields';
import { LiraInput } from '../parts/lira-input';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';
import { percentIn, percentMost, priceChangeName } from './price-change';

/** Changes the prices of selected products. */
export function PricesButton({ ids }: { readonly ids: readonly string[] }) {
  const texts = useText();
  return <BulkButton act={texts.bulk.prices.act}>{(close) => <PricesDialog ids={ids} onClose={close} />}</BulkButton>;
}

function PricesDialog({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) {
  const texts = useText();
  const words = texts.bulk.prices;
  const asked = useAskedPercent();
  const [direction, setDirection] = useState<'raise' | 'lower'>(asked !== null && asked < 0 ? 'lower' : 'raise');
  const [unit, setUnit] = useState<'percent' | 'amount'>('percent');
  const [typed, setTyped] = useState(asked === null ? '' : count(Math.abs(asked), texts));
  const [amount, setAmount] = useState<number | null>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const [compareAt, setCompareAt] = useState<string | null>(null);
  const [costKey, setCostKey] = useState<string | null>(null);
  const costs = useMoneyFields();
  const percent = percentIn(typed);
  const most = percentMost(direction);
  const isTooMuch = percent !== null && percent > most;
  const sign = direction === 'raise' ? 1 : -1;
  const change = unit === 'percent' ? (isTooMuch ? null : percent) : amount;
  const terms = change && {
    [unit]: sign * change,
    ...(ending ? { ending } : {}),
    ...(compareAt ? { compareAt } : {}),
    ...(costKey ? { costKey } : {}),
  };
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="prices"
      ids={ids}
      terms={terms || null}
      onClose={onClose}
    >
      {costs.length > 0 && (
        <Select
          label={words.basis}
          description={costKey === null ? null : words.costHint}
          placeholder={words.presentPrice}
          clearable
          value={costKey}
          onChange={setCostKey}
          data={costs}
        />
      )}
      <Group gap="xs" align="flex-end">
        <SegmentedControl
          aria-label={words.direction}
          value={direction}
          onChange={(value) => setDirection(value as typeof direction)}
          data={[
            { value: 'raise', label: words.raise },
            { value: 'lower', label: words.lower },
          ]}
        />
        <SegmentedControl
          aria-label={words.by}
          value={unit}
          onChange={(value) => setUnit(value as typeof unit)}
          data={[
            { value: 'percent', label: '%' },
            { value: 'amount', label: 'TL' },
          ]}
        />
        {unit === 'percent' ? (
          <TextInput
            flex={1}
            label={words.percent}
            inputMode="decimal"
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={
              isTooMuch
                ? words.percentMost(count(most, texts))
                : typed.trim() !== '' && percent === null
                  ? words.noPercent
                  : null
            }
          />
        ) : (
          <LiraInput flex={1} label={words.amount} value={amount} onChange={setAmount} />
        )}
      </Group>
      <Select
        label={words.ending}
        placeholder={words.noEnding}
        clearable
        value={ending}
        onChange={setEnding}
        data={Object.entries(words.endings).map(([value, label]) => ({ value, label }))}
      />
      <Select
        label={words.compareAt}
        placeholder={words.asIs}
        clearable
        value={compareAt}
        onChange={setCompareAt}
        data={Object.entries(words.compareAts).map(([value, label]) => ({ value, label }))}
      />
    </BulkDialog>
  );
}

/** The custom fields from which prices may follow: amounts of products and variants, each key once. */
function useMoneyFields(): readonly { readonly value: string; readonly label: string }[] {
  const all = [...(useDefinitions(true).data?.values() ?? [])];
  const fit = all.filter(
    ({ target, type, list }) => (target === 'product' || target === 'variant') && type === 'money' && !list,
  );
  return [...new Map(fit.map(({ key, label }) => [key, { value: key, label: visibleText(label) }])).values()];
}

/** Says what to do where the address asks for a change of prices: it is made of selected products. */
export function AskedPrices() {
  const texts = useText();
  const asked = useAskedPercent();
  const [, setSearch] = useSearchParams();
  if (asked === null) return null;
  const forget = () =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('percent');
        return next;
      },
      { replace: true },
    );
  const { priceTitle, priceText, priceEnd } = texts.search;
  return (
    <Alert
      mb="md"
      title={priceTitle(priceChangeName(asked, texts))}
      withCloseButton
      closeButtonLabel={priceEnd}
      onClose={forget}
    >
      {priceText}
    </Alert>
  );
}

/** The change of prices that the address asks for, in percent; below 0: they become lower. null: it asks for none. */
function useAskedPercent(): number | null {
  const [search] = useSearchParams();
  const percent = Number(search.get('percent'));
  return Math.abs(percent) > 0 && Math.abs(percent) < 1_000 ? percent : null;
}
