import { NEAR_LIMIT } from "#shared/model/profile.ts";
import { formatCount, formatTokens } from "./format.ts";
import { t } from "./messages/index.ts";

type Props = { used: number; reserved: number; max: number; exact: boolean; size?: 18 | 13 };

/** `used / window` as a ring; the arc at its end is reserved for the answer. */
export const Ring = ({ used, reserved, max, exact, size = 18 }: Props) => {
  const radius = size === 18 ? 7.25 : 4.75;
  const around = 2 * Math.PI * radius;
  const arc = (tokens: number) => Math.min(1, max > 0 ? tokens / max : 0) * around;
  const circle = { cx: size / 2, cy: size / 2, r: radius };
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="meter"
      aria-label={t.budget.meter}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={used}
      aria-valuetext={t.budget.usedOf(formatTokens(used, exact), formatCount(max))}
      style={{ display: "block", flex: "none" }}
    >
      <g fill="none" strokeWidth="3" transform={`rotate(-90 ${size / 2} ${size / 2})`}>
        <circle {...circle} stroke="var(--line-strong)" opacity=".55" />
        <circle
          {...circle}
          stroke="var(--reserved)"
          strokeDasharray={`${arc(reserved)} ${around}`}
          strokeDashoffset={arc(reserved) - around}
        />
        <circle
          {...circle}
          stroke={strokeOf(used, reserved, max)}
          strokeDasharray={`${arc(used)} ${around}`}
        />
      </g>
    </svg>
  );
};

/** It warns near the limit; beyond the limit nothing can be sent. */
const strokeOf = (used: number, reserved: number, max: number): string => {
  const usable = max - reserved;
  if (used > usable) return "var(--bad)";
  return used >= usable * NEAR_LIMIT ? "var(--warn-solid)" : "var(--fg-2)";
};
