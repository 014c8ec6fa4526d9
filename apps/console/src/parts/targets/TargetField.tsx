import { useQuery } from '@tanstack/react-query'
import {
  appPages,
  pageAddress,
  targetKind,
  targetKinds,
  targetLabel,
  type AppPage,
  type TargetKind,
} from '@tianping/contract/targets'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import css from './targets.module.css'

const kinds = Object.entries(targetKinds).map(([value, label]) => ({ value, label }))
const pages = Object.entries(appPages).map(([path, label]) => ({
  value: pageAddress(path as AppPage),
  label,
}))

type FieldProps = {
  label: string
  value: string
  disabled?: boolean
  /** Kinds that are not offered here. */
  without?: readonly TargetKind[]
  onChange: (address: string) => void
}

/** What is chosen first; an address that is there already says it by itself. */
function kindOf(value: string, chosen: TargetKind | null): TargetKind {
  if (chosen === 'web') return 'web'
  return value === '' ? (chosen ?? 'none') : targetKind(value)
}

/** Where something leads: a page of the app, an activity, a game, or an address. */
export function TargetField({ label, value, disabled, without = [], onChange }: FieldProps) {
  const [chosen, choose] = useState<TargetKind | null>(null)
  const kind = kindOf(value, chosen)
  const rest = { label, value, disabled: disabled ?? false, onChange }
  return (
    <div className={css.target}>
      <Select<TargetKind>
        aria-label={label}
        value={kind}
        disabled={rest.disabled}
        style={{ width: 120 }}
        options={kinds.filter(each => !without.includes(each.value as TargetKind))}
        onChange={next => {
          choose(next)
          if (next !== 'web') onChange('')
        }}
      />
      {kind === 'page' && (
        <Select
          aria-label={`${label}：页面`}
          value={value === '' ? null : value}
          disabled={rest.disabled}
          placeholder="选择页面"
          showSearch={{ optionFilterProp: 'label' }}
          options={pages}
          onChange={onChange}
        />
      )}
      {(kind === 'activity' || kind === 'game') && <Found {...rest} key={kind} kind={kind} />}
      {kind === 'web' && (
        <Input
          aria-label={`${label}：地址`}
          value={value}
          maxLength={300}
          disabled={rest.disabled}
          placeholder="https://…（本站或允许的域名）"
          onChange={event => onChange(event.target.value.trim())}
        />
      )}
    </div>
  )
}

type FoundProps = Required<Omit<FieldProps, 'without'>> & { kind: 'activity' | 'game' }

/** An activity or a game, found by its name. */
function Found({ kind, label, value, disabled, onChange }: FoundProps) {
  const name = 'POST /api/console/link-targets'
  const [q, setQ] = useState('')
  const found = useQuery({
    queryKey: [name, kind, q],
    queryFn: ({ signal }) => call(name, { kind, q }, signal),
    staleTime: 60_000,
    meta: { inPlace: true },
  })
  const options = (found.data ?? []).map(each => ({ value: each.address, label: each.label }))
  const known = value === '' || options.some(each => each.value === value)
  return (
    <Select
      aria-label={`${label}：${targetKinds[kind]}`}
      value={value === '' ? null : value}
      disabled={disabled}
      placeholder={`搜索${targetKinds[kind]}`}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setQ }}
      options={known ? options : [{ value, label: targetLabel(value) }, ...options]}
      onChange={onChange}
    />
  )
}
