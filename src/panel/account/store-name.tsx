import { client, newKey } from '../api/client';
import { useRefresh, useWhoami } from '../api/queries';
import { tell } from '../parts/confirm';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { StoreNameForm } from './store-name-form';

export function StoreName() {
  const whoami = useWhoami();
  if (whoami.isPending) return <Loading />;
  if (!whoami.data) return <Failure error={whoami.error} retry={whoami.refetch} />;
  const { name } = whoami.data.store;
  return <NameForm current={name} />;
}

function NameForm({ current }: { readonly current: string }) {
  const texts = useText();
  const refresh = useRefresh();
  const send = async (name: string): Promise<void> => {
    await client.put('/v1/account/store', { name }, newKey());
    tell(texts.account.renamed);
    await refresh();
  };
  return (
    <StoreNameForm
      label={texts.setup.storeName}
      action={texts.account.rename}
      current={current}
      autofill="organization"
      send={send}
    />
  );
}
