import { Count, StateDot, Tag } from '../ui/Chip.tsx'
import { Masked, Money } from '../ui/Money.tsx'
import { Example } from './Example.tsx'

const tags = [undefined, 'gold', 'brand', 'jade', 'red', 'vip'] as const

export const Figures = () => (
  <>
    <Example name="Money: 34, 28, 20, 17, plain">
      {([34, 28, 20, 17] as const).map(size => (
        <Money key={size} yuan={12345.6} size={size} />
      ))}
      <Money yuan={12345.6} />
    </Example>
    <Example name="Money: signed, negative, nothing known, hidden, the longest">
      <Money yuan={88} size={20} signed />
      <Money yuan={-88} size={20} />
      <Money yuan={undefined} size={20} />
      <Money yuan={88} size={20} hidden />
      <Money yuan="999999999.99" size={34} />
    </Example>
    <Example name="Masked: one group, three">
      <Masked number="6222020200012345678" />
      <Masked number="6222020200012345678" groups={3} />
    </Example>
    <Example name="Tag">
      {tags.map(kind => (
        <Tag key={kind ?? 'plain'} kind={kind}>
          {kind ?? '维护中'}
        </Tag>
      ))}
    </Example>
    <Example name="StateDot: plain, ok, wait, bad">
      <StateDot>已取消</StateDot>
      <StateDot kind="ok">通过</StateDot>
      <StateDot kind="wait">待审核</StateDot>
      <StateDot kind="bad">拒绝</StateDot>
    </Example>
    <Example name="Count: 3, 99+, none">
      <Count number={3} />
      <Count number={128} />
      <Count number={0} />
    </Example>
  </>
)
