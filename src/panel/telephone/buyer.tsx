import { Autocomplete, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { districtsOf, provinces } from '../../store/identity/places';
import { folding, foldingFilter } from '../parts/folding';
import { Part } from '../parts/part';
import { useTelephoneWords } from '../text/telephone';
import type { Details } from './details';
import type { FieldFaults } from './faults';

interface BuyerProps {
  readonly details: Details;
  readonly isShipped: boolean;
  readonly needsEmail: boolean;
  readonly sendsMails: boolean;
  readonly faultOf: FieldFaults['faultOf'];
  readonly onChange: (changed: Partial<Details>) => void;
  /** Called when a field is left, with what it has become. */
  readonly onLeave: (changed?: Partial<Details>) => void;
}

/** Asks who buys, and where the goods go. */
export function BuyerParts({ details, isShipped, needsEmail, sendsMails, faultOf, onChange, onLeave }: BuyerProps) {
  const words = useTelephoneWords();
  const faulty = (name: keyof Details, wrong = words.wrongField): string | null => {
    const fault = faultOf(name);
    return fault === undefined ? null : fault === 'missing' ? words.neededField : wrong;
  };
  const field = (name: keyof Details, label: string, wrong?: string) => ({
    label,
    value: details[name],
    autoComplete: 'off',
    error: faulty(name, wrong),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      // All of them are one line, also the address: its lines are those of a label.
      onChange({ [name]: value.replaceAll(/\s*\n\s*/g, ' ') }),
    onBlur: () => onLeave(),
  });
  return (
    <>
      <Part title={words.buyer}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput {...field('name', words.name)} required withAsterisk={false} maxLength={120} />
          <TextInput
            {...field('phone', words.phone, words.wrongPhone)}
            type="tel"
            required
            withAsterisk={false}
            maxLength={40}
          />
          <TextInput
            {...field('email', words.email, words.wrongEmail)}
            type="email"
            description={!needsEmail ? words.emailHint : sendsMails ? words.emailForLink : words.emailKept}
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
              {...field('address', words.street)}
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
                error={faulty('province')}
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
                error={faulty('district')}
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
                {...field('postalCode', words.postalCode, words.wrongPostalCode)}
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
