import { Button } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import { client, newKey, type ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import type { Coupon } from '../api/types';
import { useOpened } from '../parts/asked-act';
import { tell, tellProblem } from '../parts/confirm';
import { useText } from '../text/text';
import { CouponDialog } from './form';

const routeOf = ({ id }: Coupon): string => `/v1/account/coupons/${encodeURIComponent(id)}`;

/** Opens the form of a coupon that there is not yet. */
export function NewCoupon() {
  const words = useText().couponPages;
  const [opened, setOpened] = useOpened('create');
  return (
    <>
      <Button leftSection={<PlusIcon aria-hidden />} onClick={() => setOpened(true)}>
        {words.create}
      </Button>
      {opened && (
        <CouponDialog
          title={words.create}
          yes={words.add}
          command="coupon.create"
          send={(stated, key) => client.change('/v1/account/coupons', stated, key)}
          done={words.created}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}

interface OfCoupon {
  readonly coupon: Coupon;
}

/** Opens the form of a coupon; its code and its kind stay. */
export function EditCoupon({ coupon }: OfCoupon) {
  const words = useText().couponPages;
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${visibleText(coupon.title)}: ${words.edit}`}
        onClick={() => setOpened(true)}
      >
        {words.edit}
      </Button>
      {opened && (
        <CouponDialog
          coupon={coupon}
          title={words.editTitle}
          yes={words.save}
          command="coupon.update"
          send={({ code: _code, kind: _kind, ...stated }, key) =>
            client.change(routeOf(coupon), stated, key, coupon.rev)
          }
          done={words.saved}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}

/** Turns a coupon off, or on again. */
export function SwitchCoupon({ coupon }: OfCoupon) {
  const texts = useText();
  const words = texts.couponPages;
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const { active, title, rev } = coupon;
  const says = active ? words.turnOff : words.turnOn;
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await client.change(routeOf(coupon), { active: !active }, newKey(), rev);
      tell(active ? words.turnedOff : words.turnedOn);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    await refresh();
    setBusy(false);
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={busy}
      aria-label={`${visibleText(title)}: ${says}`}
      onClick={() => void change()}
    >
      {says}
    </Button>
  );
}
