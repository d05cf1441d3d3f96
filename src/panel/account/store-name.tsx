import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client, newKey } from '../api/client';
import { useRefresh, useWhoami } from '../api/queries';
import { tell } from '../parts/confirm';
import { Failure, Loading } from '../parts/states';
import { useSending } from '../session/sending';
import { useText } from '../text/text';

export function StoreName() {
  const whoami = useWhoami();
  if (whoami.isPending) return <Loading />;
  if (!whoami.data) return <Failure error={whoami.error} retry={whoami.refetch} />;
  const { name } = whoami.data.store;
  // Another name is another form: what was typed belongs to the old one.
  return <NameForm key={name} current={name} />;
}

function NameForm({ current }: { readonly current: string }) {
  const texts = useText();
  const refresh = useRefresh();
  const [name, setName] = useState(current);
  const { busy, error, submit } = useSending(async () => {
    await client.put('/v1/account/store', { name: name.trim() }, newKey());
    tell(texts.account.renamed);
    await refresh();
  });
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={texts.setup.storeName}
          name="organization"
          required
          withAsterisk={false}
          maxLength={200}
          flex={1}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={name.trim() === '' || name.trim() === current}>
          {texts.account.rename}
        </Button>
      </Group>
      {error && <Failure error={error} />}
    </form>
  );
}
