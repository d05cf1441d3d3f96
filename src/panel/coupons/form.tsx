import { Button, Group, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import { useCollection, useCollections } from '../api/shop';
import type { Coupon } from '../api/types';
import { tell } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { AskedContext } from '../parts/faults';
import { foldingFilter } from '../parts/folding';
import { LiraInput } from '../parts/lira-input';
import { isoOf, localInput } from '../parts/local-time';
import { useChoices, useLabel, useMeanings } from '../parts/meaning';
import { NumberField } from '../parts/number-field';
import { Failure } from '../parts/states';
import { useSending } from '../session/sending';
import { useText } from '../text/text';

/** The fields of a coupon that somebody fills in. Amounts are in kuruş. */
type Stated = Pick<
  Coupon,
  | 'code'
  | 'title'
  | 'kind'
  | 'percent'
  | 'amount'
  | 'minimum'
  | 'collectionId'
  | 'usesMax'
  | 'customerUsesMax'
  | 'startsAt'
  | 'endsAt'
>;

const NEW: Stated = {
  code: '',
  title: '',
  kind: 'percent',
  percent: null,
  amount: null,
  minimum: 0,
  collectionId: null,
  usesMax: null,
  customerUsesMax: null,
  startsAt: null,
  endsAt: null,
};

const statedOf = (coupon: Coupon): Stated =>
  Object.fromEntries(Object.keys(NEW).map((name) => [name, coupon[name as keyof Stated]])) as unknown as Stated;

const CODE_LENGTH = 8;
/** Letters and digits that nobody takes for each other. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const USES_MAX = 1_000_000;
const PERCENT_MAX = 100;

/** Draws a code by lot, which nobody guesses. */
const drawnCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(CODE_LENGTH))]
    .map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length] as string)
    .join('');

interface CouponDialogProps {
  /** The coupon that is changed; left out: a new one. */
  readonly coupon?: Coupon;
  readonly title: string;
  readonly yes: string;
  readonly done: string;
  readonly command: string;
  readonly send: (stated: Stated, key: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the terms of a coupon. What is wrong is told by its field, and nothing that was typed is lost. */
export function CouponDialog({ coupon, title, yes, done, command, send, onClose }: CouponDialogProps) {
  const texts = useText();
  const refresh = useRefresh();
  const { payloadOf } = useMeanings();
  // One key for what the form says: a lost answer may be asked for again.
  const [{ stated, key }, setForm] = useState(() => ({ stated: coupon ? statedOf(coupon) : NEW, key: newKey() }));
  const change = (changed: Partial<Stated>): void => setForm({ stated: { ...stated, ...changed }, key: newKey() });
  const { busy, error, submit } = useSending(async () => {
    await send({ ...stated, title: stated.title.trim() }, key);
    await refresh();
    tell(done);
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {!coupon && <CodeFields stated={stated} onChange={change} />}
          <DiscountFields stated={stated} isNew={!coupon} onChange={change} />
          <TermFields stated={stated} onChange={change} />
          {error && (
            <AskedContext value={payloadOf(command)}>
              <Failure error={error} inDialog />
            </AskedContext>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {yes}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly stated: Stated;
  readonly onChange: (changed: Partial<Stated>) => void;
}

function CodeFields({ stated: { code }, onChange }: FieldsProps) {
  const words = useText().couponPages;
  const label = useLabel('coupon', 'code');
  return (
    <>
      <Switch
        label={words.needsCode}
        description={words.needsCodeHint}
        checked={code !== null}
        onChange={({ currentTarget: { checked } }) => onChange({ code: checked ? '' : null })}
      />
      {code !== null && (
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            label={label}
            description={words.codeHint}
            required
            withAsterisk={false}
            maxLength={32}
            autoComplete="off"
            data-autofocus
            value={code}
            onChange={({ currentTarget: { value } }) => onChange({ code: value })}
          />
          <Button variant="default" onClick={() => onChange({ code: drawnCode() })}>
            {words.drawCode}
          </Button>
        </Group>
      )}
    </>
  );
}

function DiscountFields({ stated, isNew, onChange }: FieldsProps & { readonly isNew: boolean }) {
  const words = useText().couponPages;
  const kinds = useChoices('coupon', 'kind');
  const labels = {
    title: useLabel('coupon', 'title'),
    kind: useLabel('coupon', 'kind'),
    percent: useLabel('coupon', 'percent'),
    amount: useLabel('coupon', 'amount'),
  };
  const { title, kind, percent, amount } = stated;
  return (
    <>
      <TextInput
        label={labels.title}
        description={words.titleHint}
        required
        withAsterisk={false}
        maxLength={60}
        value={title}
        onChange={({ currentTarget: { value } }) => onChange({ title: value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {isNew && (
          <Select
            label={labels.kind}
            allowDeselect={false}
            value={kind}
            data={kinds}
            onChange={(chosen) => chosen && onChange({ kind: chosen as Stated['kind'], percent: null, amount: null })}
          />
        )}
        {kind === 'percent' && (
          <NumberField
            label={labels.percent}
            required
            withAsterisk={false}
            unit="%"
            min={1}
            max={PERCENT_MAX}
            value={percent}
            onChange={(value) => onChange({ percent: value })}
          />
        )}
        {kind === 'amount' && (
          <LiraInput
            label={labels.amount}
            required
            withAsterisk={false}
            value={amount}
            onChange={(kurus) => onChange({ amount: kurus })}
          />
        )}
      </SimpleGrid>
    </>
  );
}

function TermFields({ stated, onChange }: FieldsProps) {
  const words = useText().couponPages;
  const labels = {
    minimum: useLabel('coupon', 'minimum'),
    usesMax: useLabel('coupon', 'usesMax'),
    customerUsesMax: useLabel('coupon', 'customerUsesMax'),
    startsAt: useLabel('coupon', 'startsAt'),
    endsAt: useLabel('coupon', 'endsAt'),
  };
  const counted = (name: 'usesMax' | 'customerUsesMax') => (
    <NumberField
      label={labels[name]}
      placeholder={words.unlimited}
      min={1}
      max={USES_MAX}
      value={stated[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const moment = (name: 'startsAt' | 'endsAt') => (
    <TextInput
      type="datetime-local"
      label={labels[name]}
      value={stated[name] === null ? '' : localInput(new Date(stated[name]))}
      onChange={({ currentTarget: { value } }) => onChange({ [name]: isoOf(value) ?? null })}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <LiraInput
        label={labels.minimum}
        description={words.minimumHint}
        value={stated.minimum === 0 ? null : stated.minimum}
        onChange={(kurus) => onChange({ minimum: kurus ?? 0 })}
      />
      <CollectionSelect value={stated.collectionId} onChange={(collectionId) => onChange({ collectionId })} />
      {counted('usesMax')}
      {counted('customerUsesMax')}
      {moment('startsAt')}
      {moment('endsAt')}
    </SimpleGrid>
  );
}

interface CollectionSelectProps {
  readonly value: string | null;
  readonly onChange: (collectionId: string | null) => void;
}

/** Chooses one of the newest collections, or one that a text finds. */
function CollectionSelect({ value, onChange }: CollectionSelectProps) {
  const words = useText().couponPages;
  const [text, setText] = useState('');
  const found = useCollections(text === '' ? {} : { text }).data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = useCollection(value ?? '', value !== null).data;
  const shown = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      label={useLabel('coupon', 'collectionId')}
      description={words.collectionHint}
      placeholder={words.allGoods}
      searchable
      clearable
      filter={foldingFilter}
      value={value}
      data={shown.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={onChange}
      onSearchChange={(typed) => setText(shown.some(({ title }) => title === typed) ? '' : typed)}
    />
  );
}
