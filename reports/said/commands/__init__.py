"""What commands say of themselves: what they did, what they refuse, and what they remark."""
