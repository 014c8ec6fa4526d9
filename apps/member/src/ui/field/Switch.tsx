type Props = { label: string; on: boolean; onChange: (on: boolean) => void; disabled?: boolean }

export const Switch = ({ label, on, onChange, disabled }: Props) => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-checked={on}
    aria-label={label}
    disabled={disabled}
    onClick={() => onChange(!on)}
  />
)
