import { Button, Dropdown } from 'antd'
import { useAction } from '../useAction.ts'
import { Icon } from '../../ui/Icon.tsx'
import { call } from '../api.ts'
import { useBrands } from '../useBrands.ts'
import css from './shell.module.css'

/** The brand one works in, with the way to one's others; nothing for who works for one alone. */
export function BrandSwitch() {
  const { current, others } = useBrands()
  const leave = useAction({
    mutationFn: (brand: string) => call('POST /api/console/brands/switch', { brand }),
    onSuccess: ({ url }) => location.assign(url),
  })
  if (!current || others.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: others.map(({ code, name, state }) => ({
          key: code,
          label: state === 'paused' ? `${name}（维护中）` : name,
        })),
        onClick: ({ key }) => leave.mutate(key),
      }}
    >
      <Button
        className={css.switch}
        aria-label={`切换品牌，当前：${current.name}`}
        loading={leave.isPending || leave.isSuccess}
      >
        <span className={css.switchName}>{current.name}</span>
        <Icon name="down" size={14} />
      </Button>
    </Dropdown>
  )
}
