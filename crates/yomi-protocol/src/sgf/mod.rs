//! Game records in the Smart Game Format.
