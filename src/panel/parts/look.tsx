import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useText } from '../text/text';

const looks: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** The looks of the panel in the menu of the account: light, dark, or as the machine has it. This browser keeps the choice. */
export function LookItems() {
  const { looks: words } = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{words.title}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(look) => setColorScheme(look as MantineColorScheme)}>
        {looks.map((look) => (
          <Menu.RadioItem key={look} value={look} closeMenuOnClick>
            {words[look]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
