import { Button, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { LINK_DAYS, LINK_DAYS_MAX } from '../../order/telephone/days';
import type { TelephoneCart, TelephoneFilling } from '../api/types';
import { Part } from '../parts/part';
import { money } from '../text/format';
import { type PapersWay, useTelephoneWords } from '../text/telephone';

/** Days for which a link may be sent, as the command has them. */
const DAYS = [1, LINK_DAYS, LINK_DAYS_MAX].map(String);

interface TermsProps {
  readonly cart: TelephoneCart | null;
  readonly papers: PapersWay;
  readonly days: string;
  readonly onDays: (days: string) => void;
  /** The code of a coupon that is typed, and not applied yet. */
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly onSay: (filling: TelephoneFilling) => void;
}

type Method = NonNullable<TelephoneFilling['method']>;

/** Asks how the goods go, how they are paid, and for a code. */
export function Terms({ cart, papers, days, onDays, code, onCode, onSay }: TermsProps) {
  const words = useTelephoneWords();
  return (
    <Part title={words.payment}>
      <Stack gap="md">
        {cart && cart.rates.length > 1 && (
          <Radio.Group label={words.delivery} value={cart.rate} onChange={(rate) => onSay({ rate })}>
            <Stack gap="xs" mt="xs">
              {cart.rates.map(({ id, labelTR, kurus }) => (
                <Radio key={id} value={id} label={`${labelTR}: ${money(kurus)}`} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {cart && cart.methods.length > 0 ? (
          <Radio.Group
            aria-label={words.payment}
            value={cart.method}
            onChange={(method) => onSay({ method: method as Method })}
          >
            <Stack gap="xs">
              {cart.methods.map(({ id }) => (
                <Radio
                  key={id}
                  value={id}
                  label={words.methods[id]}
                  description={[words.methodHints[id], ...(id === 'transfer' ? [words.accountGoes[papers]] : [])].join(
                    ' ',
                  )}
                />
              ))}
            </Stack>
          </Radio.Group>
        ) : (
          <Text c="dimmed" size="sm">
            {words.noMethods}
          </Text>
        )}
        {cart?.method === 'card' && (
          <Select
            label={words.days}
            allowDeselect={false}
            maw={200}
            value={days}
            data={DAYS.map((value) => ({ value, label: words.daysOf(value) }))}
            onChange={(chosen) => chosen && onDays(chosen)}
          />
        )}
        {cart && <Coupon cart={cart} code={code} onCode={onCode} onSay={onSay} />}
      </Stack>
    </Part>
  );
}

interface CouponProps extends Pick<TermsProps, 'code' | 'onCode' | 'onSay'> {
  readonly cart: TelephoneCart;
}

function Coupon({ cart, code, onCode, onSay }: CouponProps) {
  const words = useTelephoneWords();
  const apply = (): void => {
    if (code.trim() !== '') onSay({ coupon: code.trim() });
  };
  if (cart.coupon)
    return (
      <Group gap="xs">
        <Text size="sm">{cart.coupon.state === 'applied' ? cart.coupon.code : words.couponIdle(cart.coupon.code)}</Text>
        <Button size="compact-sm" variant="subtle" onClick={() => onSay({ coupon: null })}>
          {words.removeCoupon}
        </Button>
      </Group>
    );
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={words.coupon}
        maxLength={32}
        autoComplete="off"
        value={code}
        onChange={({ currentTarget: { value } }) => onCode(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button variant="default" onClick={apply}>
        {words.applyCoupon}
      </Button>
    </Group>
  );
}
