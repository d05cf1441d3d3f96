import { Autocomplete, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { districtsOf, provinces } from '../../store/identity/places';
import type { ProblemError } from '../api/client';
import { folding, foldingFilter } from '../parts/folding';
import { Part } from '../parts/part';
import { useTelephoneWords } from '../text/telephone';
import type { Details } from './details';

interface BuyerProps {
  readonly details: Details;
  readonly isShipped: boolean;
  readonly needsEmail: boolean;
  readonly error: ProblemError | null;
  readonly onChange: (changed: Partial<Details>) => void;
  /** Called when a field is left, with what it has become. */
  readonly onLeave: (changed?: Partial<Details>) => void;
}

/** Asks who buys, and where the goods go. */
export function BuyerParts({ details, isShipped, needsEmail, error, onChange, onLeave }: BuyerProps) {
  const words = useTelephoneWords();
  const faults = new Set(error?.problem?.errors?.map(({ pointer }) => pointer));
  const at = (...pointers: readonly string[]): boolean => pointers.some((each) => faults.has(each));
  const field = (name: keyof Details, label: string, wrong?: string | false) => ({
    label,
    value: details[name],
    autoComplete: 'off',
    error: wrong || null,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: value }),
    onBlur: () => onLeave(),
  });
  return (
    <>
      <Part title={words.buyer}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput {...field('name', words.name)} required withAsterisk={false} maxLength={120} />
          <TextInput
            {...field('phone', words.phone, at('/buyer/phone', '/shippingAddress/phone') && words.wrongPhone)}
            type="tel"
            required
            withAsterisk={false}
            maxLength={40}
          />
          <TextInput
            {...field('email', words.email, at('/buyer/email') && words.wrongEmail)}
            type="email"
            description={needsEmail ? words.emailForLink : words.emailHint}
            required={needsEmail}
            withAsterisk={false}
            maxLength={254}
          />
        </SimpleGrid>
      </Part>
      {isShipped && (
        <Part title={words.address}>
          <Stack gap="sm">
            <Textarea
              {...field('address', words.street, at('/shippingAddress/address') && words.wrongAddress)}
              required
              withAsterisk={false}
              autosize
              minRows={2}
              maxLength={300}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <Select
                label={words.province}
                required
                withAsterisk={false}
                searchable
                filter={foldingFilter}
                data={provinces}
                value={details.province || null}
                onChange={(chosen) => {
                  const changed = { province: chosen ?? '', district: '' };
                  onChange(changed);
                  onLeave(changed);
                }}
              />
              <Autocomplete
                label={words.district}
                required
                withAsterisk={false}
                filter={foldingFilter}
                maxLength={60}
                data={districtsOf(details.province)}
                value={details.district}
                onChange={(district) => onChange({ district })}
                onOptionSubmit={(district) => onLeave({ district })}
                onBlur={() => {
                  const known = folding(districtsOf(details.province), details.district);
                  const changed = known === undefined ? {} : { district: known };
                  onChange(changed);
                  onLeave(changed);
                }}
              />
              <TextInput
                {...field('postalCode', words.postalCode, at('/shippingAddress/postalCode') && words.wrongPostalCode)}
                inputMode="numeric"
                maxLength={5}
              />
              <TextInput {...field('recipient', words.recipient)} placeholder={words.recipientHint} maxLength={120} />
            </SimpleGrid>
            <TextInput {...field('note', words.note)} maxLength={500} />
          </Stack>
        </Part>
      )}
    </>
  );
}
