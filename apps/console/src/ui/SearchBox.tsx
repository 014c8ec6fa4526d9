import { Input, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { useKeys } from './useKeys.ts'

const pauseMs = 400

/** A search field that asks after a pause or on Enter; F goes to it. */
export function SearchBox({
  value,
  placeholder,
  onSearch,
  width = 240,
  hotkey = true,
}: {
  value: string
  placeholder: string
  onSearch: (text: string) => void
  width?: number
  hotkey?: boolean
}) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const field = useRef<InputRef>(null)
  // The address changed by itself (the way back, a link): what it says wins.
  if (known !== value) {
    setKnown(value)
    if (text.trim() !== value) setText(value)
  }
  const ask = useEffectEvent(() => text.trim() !== value && onSearch(text.trim()))
  useEffect(() => {
    const timer = setTimeout(ask, pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  useKeys({ f: () => field.current?.focus() }, hotkey)
  return (
    <Input
      ref={field}
      value={text}
      placeholder={placeholder}
      aria-label={placeholder}
      maxLength={64}
      allowClear
      prefix={<Icon name="search" size={16} />}
      style={{ width, maxWidth: '100%' }}
      onChange={event => setText(event.target.value)}
      onPressEnter={() => onSearch(text.trim())}
      onKeyDown={event => event.key === 'Escape' && field.current?.blur()}
    />
  )
}
